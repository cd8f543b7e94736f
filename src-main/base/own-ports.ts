/** Ports of this machine on which this program itself serves the studio. Nothing that a service names there is ever fetched. */
export const ownPorts = new Set<number>()
