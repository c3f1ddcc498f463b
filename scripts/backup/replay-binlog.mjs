/** What happened after a backup, out of the binary log of the server it was made of. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { findExecutable } from '../dev-services/command.mjs'
import { Problem, say } from '../dev-services/log.mjs'

/**
 * Only what the server of `source` wrote after the place the backup names, under the name of the target's database.
 * @param {{ facts: string, source: string | undefined, target: string, dir: string }} options `facts`: what restore said
 */
export async function replayBinlog({ facts, source, target }) {
  const [, database, file, position] =
    /replay the binary log of (\S+) from (\S+), position (\d+)/.exec(facts) ?? []
  if (!database || !file || !position)
    throw new Problem(
      'the backup names no place in a binary log: the server has none, or its account may not see it',
    )
  if (!source) throw new Problem('DATABASE_URL of the server with the binary log is needed')
  const reader = findExecutable([...(/MariaDB/i.test(facts) ? ['mariadb-binlog'] : []), 'mysqlbinlog'])
  const client = findExecutable(['mariadb', 'mysql'])
  if (!reader || !client) throw new Problem('a replay needs mysqlbinlog (mariadb-binlog) and mysql (mariadb)')
  const [from, to] = [new URL(source), new URL(target)]
  const name = to.pathname.slice(1)
  const reading = spawn(
    reader,
    [
      '--no-defaults',
      ...connection(from),
      '--read-from-remote-server',
      '--to-last-log',
      `--start-position=${position}`,
      `--rewrite-db=${database}->${name}`,
      `--database=${name}`,
      file,
    ],
    { env: withPassword(from), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const writing = spawn(client, ['--no-defaults', ...connection(to), '--binary-mode', name], {
    env: withPassword(to),
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  await Promise.all([
    pipeline(reading.stdout, writing.stdin).catch(() => undefined),
    done('reading the binary log', reading),
    done('replaying the binary log', writing),
  ])
  say(`binary log: replayed from ${file}, position ${position}`)
}

/** @param {URL} url */
function connection({ hostname, port, username }) {
  return [
    `--host=${hostname}`,
    `--port=${port || '3306'}`,
    `--user=${decodeURIComponent(username)}`,
    '--protocol=tcp',
  ]
}

/** @param {URL} url */
function withPassword({ password }) {
  return { ...process.env, MYSQL_PWD: decodeURIComponent(password) }
}

/**
 * @param {string} what
 * @param {import('node:child_process').ChildProcess} child
 */
async function done(what, child) {
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Problem(`${what} failed (${code}): ${said.trim()}`)
}
