import { expect, test } from 'vitest'
import { makePublication } from '#tests/factories/publications.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { Visitor } from '#tests/support/request.ts'

test('never splits a multi-byte character while streaming a page', async () => {
  const name = `x${'ãéíõú'.repeat(28)}`
  for (let number = 1; number <= 20; number++) await makePublication({ name })
  for (let length = 1; length <= 20; length++) {
    // Varies the bytes before each character by the one-byte x, because chunks end at fixed sizes.
    const search = name.slice(length % 2, length + 1)
    const page = await fetchPage(new Visitor(), `/publications?search=${encodeURIComponent(search)}`)
    expect(page.html).toContain(`value="${search}"`)
    expect(page.html.match(new RegExp(name, 'g'))?.length).toBeGreaterThanOrEqual(20)
    expect(page.html).not.toContain('\0')
  }
})
