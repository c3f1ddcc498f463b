import { sql } from 'kysely'

/** SQL for the last revision of a row of `order_lines` in a shipment that is sent (2) or delivered (3). */
export const lastSentRevision = sql<string | null>`(
  select shipment_lines.sent_version from shipment_lines
  join shipments on shipments.id = shipment_lines.shipment_id
  where shipment_lines.order_line_id = order_lines.id and shipments.status in (2, 3)
  order by shipments.send_date desc, shipments.id desc limit 1)`
