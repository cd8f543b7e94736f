/** Declares procedures and feeds; the types of both ends of the wire are derived from these declarations. */
import type { ContractProcedure } from '@orpc/contract'
import type { FaultCode } from './faults.ts'
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { diskFaults, faults } from './faults.ts'

/** What a call does: reads change nothing, writes change the studio, pays may cost money, watches stay open. */
export type Effect = 'reads' | 'writes' | 'pays' | 'watches'
export interface Meta { effect: Effect, faults: readonly FaultCode[] }

/** Faults that every call can answer with; they are added to each declaration. */
const anywhere = ['internal', 'ledger-damaged', 'already-done', 'place-refused', ...diskFaults] as const satisfies FaultCode[]
type Anywhere = (typeof anywhere)[number]
export type DeclaredFault = Exclude<FaultCode, Anywhere | 'disconnected' | 'not-kept'>

type ErrorsOf<Codes extends FaultCode> = { [Code in Codes]: { data: (typeof faults)[Code]['data'] } }

function errorsOf<Codes extends FaultCode>(codes: readonly Codes[]): ErrorsOf<Codes> {
  // There is one entry for each code, which the type of Object.fromEntries cannot express.
  return Object.fromEntries(codes.map(code => [code, { data: faults[code].data }])) as ErrorsOf<Codes>
}

/** Declares a call: one plain input object, one plain output object, and the faults it may answer with. */
export function procedure<Input extends z.ZodObject, Output extends z.ZodType, const Codes extends DeclaredFault = never>(
  declared: { effect: Exclude<Effect, 'watches'>, input: Input, output: Output, faults?: readonly Codes[] },
): ContractProcedure<Input, Output, ErrorsOf<Codes | Anywhere>, Meta> {
  const codes = declared.faults ?? []
  return oc
    .$meta<Meta>({ effect: declared.effect, faults: codes })
    .errors(errorsOf<Codes | Anywhere>([...codes, ...anywhere]))
    .input(declared.input)
    .output(declared.output)
}

/** Declares a feed: its first event is the current state, the others are changes. A page catches up by subscribing again. */
export function feed<Input extends z.ZodObject, Event extends z.ZodType>(declared: { input: Input, event: Event }) {
  return oc
    .$meta<Meta>({ effect: 'watches', faults: ['not-found'] })
    .errors(errorsOf<'not-found' | Anywhere>(['not-found', ...anywhere]))
    .input(declared.input)
    .output(eventIterator(declared.event))
}

/** The event of a change feed over a collection: the first has `isWhole` and all items, later ones only what changed. */
export function changesOf<Item extends z.ZodType, Id extends z.ZodType>(item: Item, itemId: Id) {
  return z.object({
    revision: z.int(),
    isWhole: z.boolean(),
    changed: z.array(item),
    removed: z.array(itemId),
  })
}
export interface Changes<Item, Id> { revision: number, isWhole: boolean, changed: Item[], removed: Id[] }

/** Each event in another shape: as it is sent, or as it was meant. */
export async function* mapEvents<From, To>(events: AsyncIterable<From>, shape: (event: From) => To): AsyncGenerator<To, void, void> {
  for await (const event of events)
    yield shape(event)
}

type InputOf<P> = P extends ContractProcedure<infer In extends z.ZodType, infer _Out, infer _E, infer _M> ? z.infer<In> : never
type OutputOf<P> = P extends ContractProcedure<infer _In, infer Out, infer _E, infer _M>
  ? Out extends z.ZodType
    ? z.infer<Out>
    : Out extends { '~standard': { types?: { output: infer Value } | undefined } } ? Value : never
  : never

/** The functions that main implements for a contract: a missing or mistyped one does not compile. */
export type Handlers<C, Context> = {
  [Key in keyof C]: C[Key] extends ContractProcedure<infer _In, infer _Out, infer _E, infer _M>
    ? OutputOf<C[Key]> extends AsyncIterator<infer Event, infer _R, infer _N>
      ? (input: InputOf<C[Key]>, context: Context) => AsyncIterable<Event>
      : (input: InputOf<C[Key]>, context: Context) => Promise<OutputOf<C[Key]>>
    : Handlers<C[Key], Context>
}
