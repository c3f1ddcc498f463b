import type { AccountRights } from '#app/domain/accounts/colleagues.ts'
import { paths } from '#app/paths.ts'
import type { Unit } from '#app/routes/subscriptions/unit-acts.tsx'
import { formatWithdrawalMention, withdrawnTag } from '#app/text/orders/withdrawal-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import {
  formatShortValidity,
  getCustomerSubscriptionStatus,
} from '#app/text/subscriptions/subscription-labels.ts'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { Unbroken } from '#app/ui/unbroken.tsx'

export function NameCell({ unit, includesSerial }: { unit: Unit; includesSerial: boolean }) {
  return (
    <>
      <span className="plain-title">
        <Unbroken text={unit.name} />
      </span>
      {includesSerial && unit.airplane_serial_number ? (
        <span className="hint">Nº de série {unit.airplane_serial_number}</span>
      ) : null}
    </>
  )
}

export function StatusCell({ unit, today }: { unit: Unit; today: string }) {
  const { text, tone } = unit.closed_by === null ? getCustomerSubscriptionStatus(unit, today) : withdrawnTag
  return (
    <>
      <StatusTag tone={tone}>{text}</StatusTag>
      {unit.withdrawal ? <span className="hint">{formatWithdrawalMention(unit.withdrawal)}</span> : null}
      <span className="hint">{formatShortValidity(unit.due, today)}</span>
      {unit.sent_on ? <span className="hint">enviado em {formatDate(unit.sent_on)}</span> : null}
    </>
  )
}

/** Links a unit's order for people who may see orders (D92). */
export function OrderLink({ id, label, rights }: { id: number; label: string; rights: AccountRights }) {
  return rights.orders ? <a href={paths.order(id)}>{label}</a> : label
}
