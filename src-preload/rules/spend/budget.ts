/** What a budget allows: checked by the page before it sends, and by main before a request leaves. */
import type { BudgetStanding, Currency, Micros } from '#contract/spend.ts'
import type { ProjectId } from '#contract/words.ts'
import type { Amount } from './money.ts'

/** Money that is about to be spent; its upper bound counts. */
export interface Spending extends Pick<Amount, 'currency' | 'mostMicros'> { readonly projectId: ProjectId | null }

/** Everything that was or may have been spent, and what jobs under way may still spend. */
export function takenMicros(budget: Pick<BudgetStanding, 'spentMicros' | 'possibleMicros' | 'heldMicros'>): Micros {
  return budget.spentMicros + budget.possibleMicros + budget.heldMicros
}

function concerns(budget: { readonly projectId: ProjectId | null, readonly currency: Currency }, spending: Spending): boolean {
  return budget.currency === spending.currency && (budget.projectId === null || budget.projectId === spending.projectId)
}

/** The budgets whose hard limit this could exceed: while there is one, the job is not sent. Free work exceeds none. */
export function holdersOf<Budget extends BudgetStanding>(budgets: readonly Budget[], spending: Spending): Budget[] {
  return budgets.filter(budget => spending.mostMicros > 0
    && concerns(budget, spending)
    && budget.hardMicros !== null
    && takenMicros(budget) + spending.mostMicros > budget.hardMicros)
}

/** The budgets whose soft limit this could exceed, and whose excess the person has not agreed to. */
export function warnersOf<Budget extends BudgetStanding>(budgets: readonly Budget[], spending: Spending): Budget[] {
  return budgets.filter(budget => spending.mostMicros > 0
    && concerns(budget, spending)
    && !budget.isAgreed
    && budget.softMicros !== null
    && takenMicros(budget) + spending.mostMicros > budget.softMicros)
}

/** The spendings, in order, that fit together; one that does not fit takes no room from those after it. */
export function fittingOf<One extends Spending>(budgets: readonly BudgetStanding[], spendings: readonly One[]): One[] {
  let now = budgets
  return spendings.filter((spending) => {
    if (holdersOf(now, spending).length > 0)
      return false
    now = now.map(budget => concerns(budget, spending) ? { ...budget, heldMicros: budget.heldMicros + spending.mostMicros } : budget)
    return true
  })
}
