import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/dev-services/paths.mjs'
import { heapFlags } from '../../server/heap-flags.mjs'

test.each(['package.json', 'Dockerfile', 'docker-compose.yml'])(
  '%s starts a web process with the supervisor’s flags',
  (file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const words = text.replaceAll(/[",[\]\s]+/g, ' ')
    expect(words).toContain(`node ${heapFlags.join(' ')} build/tools/web.js`)
  },
)
