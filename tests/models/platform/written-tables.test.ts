import { expect, test } from 'vitest'
import { listWrittenTables } from '#tests/support/worker-database/written-tables.ts'

const tables = new Set(['orders', 'order_lines', 'profiles', 'outbox'])

test.each([
  ['select * from `orders` where `id` = 1 for update', []],
  ['  \n select 1 from orders', []],
  ["set session sql_mode='A,B', time_zone='+00:00'", []],
  ['begin', []],
  ['commit', []],
  ['lock tables orders write', []],
  ['insert into `orders` (`note`) values ("profiles")', ['orders']],
  ['insert ignore into `outbox` (`job`) values (1)', ['outbox']],
  ['replace into orders values (1)', ['orders']],
  ['insert into order_lines (id) select id from orders', ['order_lines']],
  ['update `orders` set `status` = 2 where `id` = 1', ['orders']],
  ['update orders join profiles on profiles.id = profile_id set orders.note = 1', ['orders', 'profiles']],
  ['delete from `order_lines` where `id` = 1', ['order_lines']],
  ['delete `outbox`, `orders` from `outbox` left join `orders` on true', ['outbox', 'orders']],
  [
    'with old as (select id from orders) delete from outbox where id in (select id from old)',
    ['orders', 'outbox'],
  ],
  // Statements that are not understood count as changes of every table.
  ['insert into `elsewhere`.`orders` values (1)', [...tables]],
  ['set foreign_key_checks = 0;delete from `orders`', [...tables]],
  ['truncate table orders', [...tables]],
  ['load data infile "x" into table orders', [...tables]],
  ['call change_everything()', [...tables]],
])('detects the tables changed by %s', (statement, changedTables) => {
  expect([...new Set(listWrittenTables(statement, tables))]).toEqual(changedTables)
})
