/** What is dragged onto a folder: the id of a thing of one kind, from this program. */

export function keptDrag<Id extends string>(
  kind: 'voice' | 'project',
  shape: { safeParse: (value: unknown) => { data?: Id | undefined } },
) {
  const type = `application/x-takeroom-${kind}`
  return {
    put: (transfer: DataTransfer, id: Id): void => transfer.setData(type, id),
    isOver: (transfer: DataTransfer): boolean => transfer.types.includes(type),
    /** Null when it comes from elsewhere. */
    idIn: (transfer: DataTransfer): Id | null => shape.safeParse(transfer.getData(type)).data ?? null,
  }
}
