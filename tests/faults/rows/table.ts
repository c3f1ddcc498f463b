/** Invariants of every fault. The letters are those of docs/reliability.md. */
export const invariants = {
  L: 'no order is lost: every buyer who received the redirect has the order',
  D: 'no order is doubled: one form, one order',
  B: 'one boleto per order, with its PDF, and one charge at the gateway',
  E: 'one mail per event; the same Message-ID again when no worker could read the mail server’s confirmation',
  F: 'every promised effect is carried out in the end, none is dropped',
  M: 'the buyer sees correct pages in clear Portuguese, without errors and technical words',
} as const

export type Invariant = keyof typeof invariants
export const letters = ['L', 'D', 'B', 'E', 'F', 'M'] as const satisfies readonly Invariant[]

/** Groups of failing parts. */
export type Part =
  | 'worker'
  | 'Redis'
  | 'database'
  | 'web'
  | 'mail, gateway'
  | 'disk, Chromium'
  | 'clocks'
  | 'what buyers do'
  | 'restore'

export type FaultRow = {
  part: Part
  fault: string
  /** Describes how the test causes the fault. */
  means: string
  /** Text shown to buyers meanwhile; undefined if nothing changes. */
  words?: string
}

const generating = 'Seu boleto está sendo gerado…'
const maintenance = 'Estamos em manutenção rápida'
const noSpace = 'Não foi possível salvar o arquivo (espaço). O pedido não foi perdido'

/** All faults by number. Tests end their titles with the rows that they test: "(row 5)", "(rows 10, 11)". */
export const faultRows: Record<number, FaultRow> = {
  1: {
    part: 'worker',
    fault: 'Worker killed before, in and after an effect',
    means: 'SIGKILL at named points of boleto, PDF and mail, and when the mail server has the mail',
    words: generating,
  },
  2: {
    part: 'worker',
    fault: 'Worker killed twice on the same job',
    means: 'two workers after each other die at the same point',
  },
  3: {
    part: 'worker',
    fault: 'Worker frozen, then resumed',
    means: 'SIGSTOP beyond its lease, another worker, SIGCONT',
  },
  4: {
    part: 'Redis',
    fault: 'Redis down at the start',
    means: 'web and worker start without it',
    words: generating,
  },
  5: {
    part: 'Redis',
    fault: 'Redis killed, back with its log or empty',
    means: 'SIGKILL, its folder removed, start',
  },
  6: { part: 'Redis', fault: 'Redis frozen', means: 'SIGSTOP, SIGCONT', words: generating },
  7: {
    part: 'Redis',
    fault: 'Redis out of memory',
    means: 'maxmemory of one byte, noeviction',
    words: generating,
  },
  8: {
    part: 'database',
    fault: 'Database restarted under traffic',
    means: 'a server of its own, SIGTERM while four buy, start',
    words: maintenance,
  },
  9: {
    part: 'database',
    fault: 'Database killed after a COMMIT',
    means: 'a server of its own, SIGKILL at the first order, crash recovery',
    words: maintenance,
  },
  10: {
    part: 'database',
    fault: 'Connection killed in a transaction',
    means: 'connections cut between statements, one or all; KILL of a connection',
  },
  11: {
    part: 'database',
    fault: 'Answer to the COMMIT lost',
    means: 'a connection cut after the server has committed',
  },
  12: {
    part: 'database',
    fault: 'Deadlock, lock wait',
    means: 'a second connection locks the rows in the other order',
  },
  13: {
    part: 'database',
    fault: 'Database slow or silent',
    means: 'a proxy that delays each answer by 200 ms, or forwards nothing',
    words: maintenance,
  },
  14: {
    part: 'web',
    fault: 'Web killed at six points of the form',
    means: 'SIGKILL before, in and after the transaction and the answer; the form is sent again',
  },
  15: {
    part: 'web',
    fault: 'Web and worker ended under load',
    means: 'SIGTERM behind a proxy while pages are read and orders placed',
  },
  16: {
    part: 'mail, gateway',
    fault: 'Mail server down, refusing, hanging up, slow',
    means: 'a real SMTP server that closes, answers 451, hangs up after DATA or waits beyond the lease',
  },
  17: {
    part: 'mail, gateway',
    fault: 'Gateway silent, failing, its answer lost',
    means: 'a gateway over HTTP that fails on request: 429, 500, 503, cut, silent, unreadable, done and cut',
    words: 'Ainda não conseguimos gerar o boleto; vamos enviá-lo por e-mail.',
  },
  18: {
    part: 'mail, gateway',
    fault: 'Webhook events copied, out of order, forged, late, early',
    means:
      'a hundred copies, the others after it, a wrong token, seven days later, before the boleto is recorded',
  },
  19: {
    part: 'disk, Chromium',
    fault: 'Disk full',
    means: 'a file system of one megabyte, filled up',
    words: noSpace,
  },
  20: {
    part: 'disk, Chromium',
    fault: 'Disk read-only',
    means: 'the same file system mounted read-only',
    words: noSpace,
  },
  21: {
    part: 'disk, Chromium',
    fault: 'Chromium missing, killed, frozen',
    means: 'a path without a browser; SIGKILL and SIGSTOP of the worker’s browser',
    words: 'O PDF ficará pronto em instantes.',
  },
  22: {
    part: 'clocks',
    fault: 'Clocks that jump, ends of months',
    means:
      'workers an hour behind or ahead, or a day; web and worker on both sides of midnight and of a month',
  },
  23: {
    part: 'what buyers do',
    fault: 'The same form many times, on two processes',
    means: 'fifty at once over two web processes',
  },
  24: {
    part: 'what buyers do',
    fault: 'Back, resubmit, F5, a stale page',
    means: 'the form of an order sent again, its pages opened again',
    words: 'Este pedido já foi feito: nº',
  },
  25: {
    part: 'what buyers do',
    fault: 'Two tabs',
    means: 'the cart changed in one, the form confirmed in the other',
    words: 'Seu carrinho mudou. Confira antes de confirmar.',
  },
  26: {
    part: 'what buyers do',
    fault: 'Session over between cart and confirmation; carts joined at login',
    means: 'the session’s row expires; a cart filled before the login',
    words: 'Sua sessão terminou.',
  },
  27: {
    part: 'database',
    fault: 'Tables changed while orders are placed',
    means: 'ALTER TABLE under traffic, delayed by a long report',
  },
  28: {
    part: 'web',
    fault: 'No memory, no file handles',
    means: 'prlimit on a web process that runs: address space, open files',
  },
  29: {
    part: 'database',
    fault: 'Database cut off from the web alone, or from the worker alone',
    means: 'a proxy for each, one of them refusing',
    words: maintenance,
  },
  30: {
    part: 'restore',
    fault: 'Backup restored beside a Redis that stayed, payments reported again',
    means: 'a backup under traffic, the shop on the restored database, a bank file of orders that were lost',
  },
}

/** Returns the rows at the end of a title: "… (row 5)", "… (rows 10, 11)". */
export function rowsIn(title: string): number[] {
  return (/\(rows? ([\d, ]+)\)$/.exec(title)?.[1] ?? '').split(', ').filter(Boolean).map(Number)
}
