import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Which test proves which row of the table of faults, by file and words of its title. Rows that are not here are
 * proven without processes of their own: 7–9, 13, 15, 19, 20 and 25–28.
 */
const rows: Record<string, [file: string, title: string][]> = {
  '1 worker killed before, in and after an effect': [
    ['killed-worker', 'a worker killed twice at %s'],
    ['killed-worker', 'a worker killed after it %s sends no second mail'],
    ['killed-worker', 'a worker killed before it reads the answer'],
  ],
  '2 worker killed twice on the same job': [['killed-worker', 'a worker killed twice at %s']],
  '3 worker frozen, then resumed': [
    ['killed-worker', 'a frozen worker that wakes up'],
    ['killed-worker', 'a worker frozen in the middle of a mail'],
  ],
  '4 Redis down at the start': [['redis', 'with Redis stopped an order is placed as ever']],
  '5 Redis killed, back with its log or empty': [['redis', 'a Redis that was killed and comes back %s']],
  '6 Redis paused': [['redis', 'a frozen Redis does not touch the sale']],
  '10 connection killed in a transaction': [
    ['database', 'an order whose line to the database %s'],
    ['database', 'an order whose connection is killed by the database'],
    ['database', 'an effect whose line to the database %s'],
    ['one-mail', 'a mail taken while the database %s'],
  ],
  '11 answer to the COMMIT lost': [
    ['database', 'an order whose line to the database %s'],
    ['database', 'an effect whose line to the database %s'],
  ],
  '12 deadlock, lock wait': [
    ['database', 'an order that meets a deadlock'],
    ['database', 'an order that waits too long for its cart'],
    ['one-mail', 'a mail whose row is locked'],
  ],
  '14 web killed at six points of the form': [['web', 'a web process killed %s']],
  '16 mail server down, refusing, hanging up, slow': [
    ['mail', 'without a mail server'],
    ['mail', 'a mail server that refuses'],
    ['mail', 'a mail server that takes a mail and hangs up'],
    ['mail', 'a mail server slower than the lease'],
    ['outage', 'after an hour without %s'],
  ],
  '17 gateway silent, failing, its answer lost': [
    ['gateway', 'a gateway that %s'],
    ['gateway', 'a worker killed after the gateway made the charge'],
    ['outage', 'while the gateway %s the order is confirmed'],
    ['outage', 'a worker killed %s the mail'],
    ['outage', 'without the agreement'],
    ['outage', 'after an hour without %s'],
  ],
  '18 webhook events copied, out of order, forged, late, early': [
    ['gateway', 'a payment reported a hundred times'],
    ['gateway', 'a webhook event that comes before the boleto'],
  ],
  '21 Chromium missing for an hour': [['outage', 'after an hour without %s']],
  '22 clocks': [
    ['clock', 'a worker whose clock is an hour %s'],
    ['clock', 'an order %s has the days of São Paulo'],
    ['clock', 'a boleto of a worker whose clock is a day ahead'],
    ['clock', 'a worker whose clock is a day ahead'],
  ],
  '23 the same form many times, on two processes': [['web', 'fifty identical forms']],
  '24 back, resubmit, F5, a stale page': [['web', 'going back, F5 and a page left open']],
}

test.each(Object.entries(rows))('row %s has its tests', (_row, tests) => {
  for (const [file, title] of tests)
    expect(readFileSync(join(import.meta.dirname, `${file}.test.ts`), 'utf8')).toContain(`'${title}`)
})
