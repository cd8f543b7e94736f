/** What a budget allows: checked by the page before it sends, and by main before a request leaves. */
import type { BudgetStanding, Currency, Micros } from '#contract/spend.ts'
import type { ProjectId } from '#contract/words.ts'
import type { Amount } from './money.ts'

/** Money that is about to be spent; its upper bound counts. */
export interface Spending extends Pick<Amount, 'currency' | 'mostMicros'> { readonly projectId: ProjectId | null }

/** Everything that was or may have been spent, and what running jobs may still spend. */
export function takenMicros(budget: Pick<BudgetStanding, 'spentMicros' | 'possibleMicros' | 'heldMicros'>): Micros {
  return budget.spentMicros + budget.possibleMicros + budget.heldMicros
}

function concerns(budget: { readonly projectId: ProjectId | null, readonly currency: Currency }, spending: Spending): boolean {
  return budget.currency === spending.currency && (budget.projectId === null || budget.projectId === spending.projectId)
}

/** The budgets whose hard limit this could exceed: if there are any, the job is not sent. Free work exceeds none. */
export function holdersOf<Budget extends BudgetStanding>(budgets: readonly Budget[], spending: Spending): Budget[] {
  return budgets.filter(budget => spending.mostMicros > 0
    && concerns(budget, spending)
    && budget.hardMicros !== null
    && takenMicros(budget) + spending.mostMicros > budget.hardMicros)
}

/** The budgets whose soft limit this could exceed without the user's agreement. */
export function warnersOf<Budget extends BudgetStanding>(budgets: readonly Budget[], spending: Spending): Budget[] {
  return budgets.filter(budget => spending.mostMicros > 0
    && concerns(budget, spending)
    && !budget.isAgreed
    && budget.softMicros !== null
    && takenMicros(budget) + spending.mostMicros > budget.softMicros)
}

/** The spendings, in order, that fit together; one that does not fit uses up nothing. */
export function fittingOf<One extends Spending>(budgets: readonly BudgetStanding[], spendings: readonly One[]): One[] {
  let now = budgets
  return spendings.filter((spending) => {
    if (holdersOf(now, spending).length > 0)
      return false
    now = now.map(budget => concerns(budget, spending) ? { ...budget, heldMicros: budget.heldMicros + spending.mostMicros } : budget)
    return true
  })
}
