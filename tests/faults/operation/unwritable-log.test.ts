import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findFreePort, waitFor } from '#tests/support/shop.ts'

test.each([
  ['web', 'PORT'],
  ['worker', 'WORKER_PORT'],
] as const)('a %s with an unwritable log responds and ends on SIGTERM', async (name, portName) => {
  const port = await findFreePort()
  const fullDevice = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, [`build/tools/${name}.js`], {
    stdio: ['ignore', fullDevice, 'ignore'],
    env: {
      NODE_ENV: 'test',
      PATH: process.env.PATH,
      [portName]: String(port),
      DATABASE_URL: 'mysql://shop@127.0.0.1:9/shop',
      REDIS_URL: 'redis://127.0.0.1:9',
      COOKIE_SECRETS: 'only-for-tests-only-for-tests-only-for-tests',
      DATA_DIR: process.env.DATA_DIR,
    },
  })
  closeSync(fullDevice)
  const ended = once(child, 'exit')
  try {
    await waitFor(`healthz of the ${name}`, async () => {
      const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
      return response?.status === 200
    })
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
  }
})
