import { expect, test } from '#tests/e2e/support/test.ts'

/** Syntax at which a browser of 2017 rejects the whole style sheet or script. */
const styleTraps = {
  ':has(': /:has\(/,
  '@layer': /@layer/,
  nesting: /\{[^{}@]*[{;][^{}]*&/,
  '@container': /@container/,
}
const scriptTraps = {
  modules: /^\s*(import|export)\b/m,
  'arrow functions': /=>/,
  'template literals': /`/,
  'optional chaining': /\?\.[^\d]/,
  'nullish coalescing': /\?\?/,
  'let, const, class, async': /\b(let|const|class|async)\s/,
  spread: /\.\.\./,
  'commas after the last argument': /,\s*\)/,
}

test('served styles and scripts contain no syntax that an old browser cannot parse', {
  tag: '@once',
}, async ({ request }) => {
  const html = await (await request.get('/login')).text()
  const [, styles = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? []
  const scripts = [...html.matchAll(/<script src="([^"]+)"/g)].map(([, path]) => path ?? '')
  expect(html).not.toContain('type="module"')
  expect(html).not.toContain('modulepreload')

  const css = await (await request.get(styles)).text()
  expect(css.length).toBeGreaterThan(10_000)
  for (const [name, pattern] of Object.entries(styleTraps)) expect.soft(css, name).not.toMatch(pattern)

  const codes = await Promise.all(
    scripts.map(async (path) => stripComments(await (await request.get(path)).text())),
  )
  expect(codes).toEqual([
    expect.stringContaining('data-region'),
    expect.stringContaining('HTMLDialogElement'),
  ])
  for (const code of codes)
    for (const [name, pattern] of Object.entries(scriptTraps)) expect.soft(code, name).not.toMatch(pattern)
})

function stripComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}
