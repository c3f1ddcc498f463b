import { type Kysely, sql } from 'kysely'

const CONFIRMED = 2

// Sums month by month to keep statements short, and restarts after an interruption.
export async function up(db: Kysely<unknown>) {
  await down(db)
  const { rows } = await sql<{
    first: string | null
    last: string | null
  }>`select min(date) as first, max(date) as last
    from orders where status = ${CONFIRMED}`.execute(db)
  const [first, last] = [rows[0]?.first, rows[0]?.last]
  if (!first || !last) return
  const years = { from: Number(first.slice(0, 4)), to: Number(last.slice(0, 4)) }
  for (let year = years.from; year <= years.to; year++) {
    for (let month = 1; month <= 12; month++) await sumMonth(db, year, month)
    await sumYear(db, year)
  }
}

export async function down(db: Kysely<unknown>) {
  await sql`delete from sales_by_client`.execute(db)
  await sql`delete from sales_by_product`.execute(db)
}

async function sumMonth(db: Kysely<unknown>, year: number, month: number) {
  const start = `${year}-${String(month).padStart(2, '0')}-01`
  const end = sql`last_day(${start})`
  const period = year * 100 + month
  await sql`insert into sales_by_client (period, profile_id, orders, order_lines, value)
    select ${period}, orders.profile_id, count(distinct orders.id), count(*), sum(order_lines.value)
    from orders join order_lines on order_lines.order_id = orders.id
    where orders.status = ${CONFIRMED} and orders.date between ${start} and ${end}
    group by orders.profile_id`.execute(db)
  await sql`insert into sales_by_product (period, publication_id, version, is_signature, quantity, value)
    select ${period}, order_lines.publication_id, order_lines.version, order_lines.is_signature, count(*),
      sum(order_lines.value)
    from orders join order_lines on order_lines.order_id = orders.id
    where orders.status = ${CONFIRMED} and orders.date between ${start} and ${end}
    group by order_lines.publication_id, order_lines.version, order_lines.is_signature`.execute(db)
}

async function sumYear(db: Kysely<unknown>, year: number) {
  const months = sql`period between ${year * 100 + 1} and ${year * 100 + 12}`
  await sql`insert into sales_by_client (period, profile_id, orders, order_lines, value)
    select ${year}, profile_id, sum(orders), sum(order_lines), sum(value) from sales_by_client
    where ${months} group by profile_id`.execute(db)
  await sql`insert into sales_by_product (period, publication_id, version, is_signature, quantity, value)
    select ${year}, publication_id, version, is_signature, sum(quantity), sum(value) from sales_by_product
    where ${months} group by publication_id, version, is_signature`.execute(db)
}
