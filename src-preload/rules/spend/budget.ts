/** What a budget allows: the same question is asked by the page before it sends and by main before anything leaves. */
import type { BudgetStanding, Currency, Micros } from '#contract/spend.ts'
import type { ProjectId } from '#contract/words.ts'
import type { Amount } from './money.ts'

/** Money that is about to be spent: the most that it may become is what counts. */
export interface Wish extends Pick<Amount, 'currency' | 'mostMicros'> { readonly projectId: ProjectId | null }

/** Everything that may have been spent, or may yet be by what is under way. */
export function takenMicros(budget: Pick<BudgetStanding, 'spentMicros' | 'possibleMicros' | 'heldMicros'>): Micros {
  return budget.spentMicros + budget.possibleMicros + budget.heldMicros
}

function concerns(budget: { readonly projectId: ProjectId | null, readonly currency: Currency }, wish: Wish): boolean {
  return budget.currency === wish.currency && (budget.projectId === null || budget.projectId === wish.projectId)
}

/** The budgets whose hard limit this could pass: while there is one, it is not sent. What costs nothing passes none. */
export function holdersOf<Budget extends BudgetStanding>(budgets: readonly Budget[], wish: Wish): Budget[] {
  return budgets.filter(budget => wish.mostMicros > 0 && concerns(budget, wish) && budget.hardMicros !== null && takenMicros(budget) + wish.mostMicros > budget.hardMicros)
}

/** The budgets whose soft limit this could pass and about which the person has not been asked. */
export function warnersOf<Budget extends BudgetStanding>(budgets: readonly Budget[], wish: Wish): Budget[] {
  return budgets.filter(budget => wish.mostMicros > 0 && concerns(budget, wish) && !budget.isAgreed && budget.softMicros !== null && takenMicros(budget) + wish.mostMicros > budget.softMicros)
}

/** Of wishes in their order, those that fit beside each other; one that does not fit takes nothing from those after it. */
export function fittingOf<One extends Wish>(budgets: readonly BudgetStanding[], wishes: readonly One[]): One[] {
  let now = budgets
  return wishes.filter((wish) => {
    if (holdersOf(now, wish).length > 0)
      return false
    now = now.map(budget => concerns(budget, wish) ? { ...budget, heldMicros: budget.heldMicros + wish.mostMicros } : budget)
    return true
  })
}
