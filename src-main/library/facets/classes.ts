/** Classes of takes that are alike in what facets count: what is asked of takes is asked of each class once, and most takes share theirs. */

export const fields = [
  ...['kind', 'model', 'voice', 'project', 'account', 'tags', 'collections', 'stars', 'checks', 'lengths', 'trashed'] as const,
]
export type Field = typeof fields[number]

/** As they are now. */
export interface Classes {
  /** How many there are; class 0 is that of numbers without a take. */
  readonly size: number
  /** Of each class. Longer than there are classes. */
  readonly columns: Readonly<Record<Field, Uint32Array>>
}

function ofEach<Value>(valueOf: (field: Field) => Value): Record<Field, Value> {
  return {
    ...{ kind: valueOf('kind'), model: valueOf('model'), voice: valueOf('voice') },
    ...{ project: valueOf('project'), account: valueOf('account'), tags: valueOf('tags'), collections: valueOf('collections') },
    ...{ stars: valueOf('stars'), checks: valueOf('checks'), lengths: valueOf('lengths'), trashed: valueOf('trashed') },
  }
}

/** Each combination of values is one class. A table of hashes in plain arrays: where no two takes are alike, it has as many as takes. */
export function createClasses() {
  let room = 1024
  let size = 1
  let columns = columnsOf(room)
  /** Classes by their hashes; 0 is free. At most half of it is taken. */
  let slots = new Uint32Array(room * 2)

  function columnsOf(length: number, from?: Readonly<Record<Field, Uint32Array>>): Record<Field, Uint32Array> {
    return ofEach((field) => {
      const values = new Uint32Array(length)
      values.set(from?.[field] ?? [])
      return values
    })
  }

  function hashOf(values: Readonly<Record<Field, number>>): number {
    let hash = 0
    for (const field of fields) {
      hash = Math.imul(hash ^ values[field], 0x9E37_79B1)
      hash ^= hash >>> 15
    }
    return hash >>> 0
  }

  const isOf = (place: number, values: Readonly<Record<Field, number>>): boolean =>
    fields.every(field => columns[field][place] === values[field])

  /** Where these values are, or a free place for them. */
  function slotOf(values: Readonly<Record<Field, number>>, isTheirs: (place: number) => boolean): number {
    let slot = hashOf(values) % slots.length
    for (;;) {
      const place = slots[slot] ?? 0
      if (place === 0 || isTheirs(place))
        return slot
      slot = (slot + 1) % slots.length
    }
  }
  const freeSlot = (values: Readonly<Record<Field, number>>): number => slotOf(values, () => false)

  function grow(): void {
    room *= 2
    columns = columnsOf(room, columns)
    slots = new Uint32Array(room * 2)
    for (let place = 1; place < size; place++)
      slots[freeSlot(ofEach(field => columns[field][place] ?? 0))] = place
  }

  return {
    placeOf(values: Readonly<Record<Field, number>>): number {
      const known = slots[slotOf(values, place => isOf(place, values))] ?? 0
      if (known > 0)
        return known
      if (size === room)
        grow()
      const place = size++
      for (const field of fields)
        columns[field][place] = values[field]
      slots[freeSlot(values)] = place
      return place
    },
    all: {
      get size() {
        return size
      },
      get columns() {
        return columns
      },
    } satisfies Classes,
  }
}
