import { sql } from 'kysely'

/** The revision the holder of a copy was sent last and did not send back; for queries over `order_lines`. */
export const lastSentRevision = sql<string | null>`(
  select expedition_lines.sent_version from expedition_lines
  join expeditions on expeditions.id = expedition_lines.expedition_id
  where expedition_lines.order_line_id = order_lines.id and expeditions.status in (2, 3)
  order by expeditions.send_date desc, expeditions.id desc limit 1)`
