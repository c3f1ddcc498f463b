import type { Milestone } from '#app/domain/payments/order-timeline.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { ShownMilestone } from '#app/routes/orders/order-progress.server.ts'
import { formatMilestone, phaseLabels } from '#app/routes/orders/order-timeline-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'

type Props = {
  entries: readonly ShownMilestone[]
  /** texts beside future milestones */
  hints?: Partial<Record<Milestone, string>>
}

function formatMailing(mailedOn: CivilDate, milestoneDate: CivilDate): string {
  if (mailedOn === milestoneDate) return ', avisado por e-mail'
  return `, avisado por e-mail em ${formatDate(mailedOn)}`
}

/** Shows an order's progress: completed milestones with their mails, the present milestone, and future milestones. */
export function OrderTimeline({ entries, hints = {} }: Props) {
  return (
    <ol className="timeline">
      {entries.map((entry) => (
        <li key={entry.key} className={`timeline-${entry.phase}`}>
          <span>
            {formatMilestone(entry)}
            {entry.value === null ? null : ` ${formatReais(entry.value)}`}
            <span className="visually-hidden">{`: ${phaseLabels[entry.phase]}`}</span>
          </span>
          {entry.date === null ? (
            <span className="hint">{hints[entry.milestone]}</span>
          ) : (
            <span className="hint">
              {formatDate(entry.date)}
              {entry.mailedOn === null ? null : formatMailing(entry.mailedOn, entry.date)}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
