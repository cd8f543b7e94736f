/** The sign in front of an entry of an NDropdown that is on. One that is off has its room, so that all names begin in one line. */
export const checkIcon = (isOn: boolean) => (): string => isOn ? '✓' : ''
