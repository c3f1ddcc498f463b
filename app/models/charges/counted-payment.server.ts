import { sql } from 'kysely'

/**
 * Money of `payments` that counts for its order: as it came or by a person's word, and neither taken back (a reversal
 * somebody dismissed does not count) nor given back as a whole.
 */
export const isCounted = sql<boolean>`((payments.problem is null or payments.resolution in ('accepted', 'assigned'))
  and payments.value > (select coalesce(sum(refunds.value), 0) from refunds where refunds.payment_id = payments.id)
  and not exists (select 1 from payments as reversal
    where reversal.reverses_id = payments.id and coalesce(reversal.resolution, '') <> 'dismissed'))`

/** Orders of `orders` with money that counts, or that waits for a person: nobody asks their buyers to pay (again). */
export const withCountedPayment = sql<boolean>`exists (select 1 from payments where payments.order_id = orders.id
  and (${isCounted} or (payments.problem is not null and payments.problem <> 'reversed' and payments.resolved_at is null)))`
