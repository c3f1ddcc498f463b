import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { configRoutesToRouteManifest } from '@remix-run/dev/dist/config/routes.js'
import { matchPath } from '@remix-run/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { listStatusOffers, orderStatus } from '#app/domain/orders/order-status.ts'
import { db } from '#app/models/platform/db.server.ts'
import { searchHelp } from '#app/routes/admin/help/help-search.ts'
import { helpTexts } from '#app/routes/admin/help/help-texts.ts'
import routeConfig from '#app/routes.ts'
import { helpTopics } from '#app/text/backoffice/help-topics.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'
import { pictures } from '../../../../scripts/pictures/list.ts'

const repositoryRoot = join(import.meta.dirname, '../../../..')
const routes = Object.values(configRoutesToRouteManifest(routeConfig))

const staffSources = routes
  .filter(({ parentId }) => parentId === 'routes/admin/layout')
  .map(({ path = '', file }) => ({ path, text: readSource(`app/${file}`) }))

/** Pages of the back-office by address, with their help topics, except for the manual itself. */
const screens = new Map(
  staffSources
    .filter(({ path, text }) => text.includes('export default') && !path.startsWith('help'))
    .map(({ path, text }) => [`/admin/${path}`, listTopics(text)]),
)

function readSource(path: string): string {
  return readFileSync(join(repositoryRoot, path), 'utf8')
}

function isScreen(path: string): boolean {
  return [...screens.keys()].some((pattern) => matchPath(pattern, path) !== null)
}

function listTopics(text: string): string[] {
  return [...text.matchAll(/\bhelp: (?:.* \?\? )?'([a-z-]+)'/g)].map(([, topic = '']) => topic)
}

describe('the manual', () => {
  test('covers more than sixty screens of the route table', () => {
    expect(screens.size).toBeGreaterThan(60)
  })

  test('every screen names its manual page', () => {
    expect([...screens].filter(([, topics]) => topics.length !== 1)).toEqual([])
  })

  test('every manual page belongs to a screen', () => {
    const reports = readdirSync(join(repositoryRoot, 'app/reports')).map((name) =>
      readSource(`app/reports/${name}`),
    )
    const coveredTopics = new Set([...[...screens.values()].flat(), ...reports.flatMap(listTopics)])
    expect(helpTopics.filter((topic) => !coveredTopics.has(topic))).toEqual([])
  })
})

describe('the texts of the manual', () => {
  test.each(Object.entries(helpTexts))('%s list steps and problems in under 330 words', (_topic, text) => {
    expect(text.tasks.length).toBeGreaterThan(0)
    expect(text.problems.length).toBeGreaterThan(0)
    expect(text.tasks.filter(({ steps }) => steps.length === 0)).toEqual([])
    expect(JSON.stringify(text).split(' ').length).toBeLessThan(330)
    expect(text.screen === undefined || isScreen(text.screen)).toBe(true)
  })

  test('have unique titles, and no page links to itself', () => {
    const titles = Object.values(helpTexts).map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
    expect(helpTopics.filter((topic) => helpTexts[topic].seeAlso?.includes(topic))).toEqual([])
  })
})

describe('the pictures of the manual', () => {
  const folder = join(repositoryRoot, 'public/help')
  const pictureNames = helpTopics.filter((topic) => helpTexts[topic].picture).map((topic) => `${topic}.webp`)

  test('in the folder are exactly the pictures that the pages use', () => {
    expect(readdirSync(folder).toSorted()).toEqual(pictureNames.toSorted())
  })

  test('in the documents are exactly the pictures of their folder', () => {
    const texts = ['README.md', 'docs/product/tour.md'].map((path) =>
      readFileSync(join(repositoryRoot, path), 'utf8'),
    )
    const usedPictures = texts.join('').matchAll(/\((?:\.\.\/|docs\/)pictures\/([^)]+)\)/g)
    const storedPictures = readdirSync(join(repositoryRoot, 'docs/pictures')).toSorted()
    expect([...new Set([...usedPictures].map(([, name = '']) => name))].toSorted()).toEqual(storedPictures)
  })

  test('are all created by the command, are at most 24 and are small', () => {
    const files = [...pictures].map(({ file }) => file)
    const storedPaths = ['public/help', 'docs/pictures'].flatMap((path) =>
      readdirSync(join(repositoryRoot, path)).map((name) => `${path}/${name}`),
    )
    expect(files.toSorted()).toEqual(storedPaths.toSorted())
    expect(files.length).toBeLessThanOrEqual(24)
    expect(storedPaths.filter((path) => statSync(join(repositoryRoot, path)).size > 60_000)).toEqual([])
  })
})

describe('the search of the manual', () => {
  test.each([
    ['codigos dos CORREIOS', 'rastreamento'],
    ['retorno', 'retornos'],
    ['nosso numero', 'banco-e-emissor'],
    ['reajust', 'precos'],
    ['Ctrl+K', 'listas'],
    ['importar csv clientes', 'integracoes'],
  ])('%s finds %s', (search, topic) => {
    expect(searchHelp(search).map((page) => page.topic)).toContain(topic)
  })

  test('explains that a rejected order cannot be reopened, as the order offers no status', () => {
    const rejectedOrder = {
      status: orderStatus.cancelled,
      isRejected: true,
      needsPhoto: true,
      isPayable: true,
    }
    expect(listStatusOffers(rejectedOrder)).toEqual([])
    expect(searchHelp('reprovou engano')[0]?.excerpt).toContain('Não tem volta')
  })

  test('ranks a title above a sentence and shows a sentence with the search words', () => {
    const [firstMatch] = searchHelp('remessas')
    expect(firstMatch?.topic).toBe('remessas')
    expect(searchHelp('percentual')[0]?.excerpt).toContain('percentual')
  })

  test.each(['', '  ', '!?', 'xyzzy', 'remessas xyzzy'])('finds nothing for “%s”', (search) => {
    expect(searchHelp(search)).toEqual([])
  })
})

describe('the pages of the manual', () => {
  let staff: Visitor

  beforeEach(async () => {
    await openShop()
    const userId = await makeStaff()
    await db.updateTable('users').set({ is_superuser: true }).where('id', '=', userId).execute()
    staff = await loginAs({ userId })
  })

  test('are linked once on every screen that needs no record', { timeout: 60_000 }, async () => {
    const faults: string[] = []
    for (const screen of [...screens.keys()].filter((path) => !path.includes(':'))) {
      const { status, html } = await fetchPage(staff, screen)
      const links = html.match(/class="help-link"/g)?.length ?? 0
      if (status === 200 && links !== 1) faults.push(`${screen}: ${links}`)
    }
    expect(faults).toEqual([])
  })

  test('are linked once from their screen, and contain no such link themselves', async () => {
    const listLinks = async (path: string) => {
      const { html } = await fetchPage(staff, path)
      return [...html.matchAll(/class="help-link" href="([^"]+)"/g)].map(([, href]) => href)
    }
    expect(await listLinks('/admin/today')).toEqual(['/admin/help/hoje'])
    expect(await listLinks('/admin/expeditions/codes')).toEqual(['/admin/help/rastreamento'])
    expect(await listLinks('/admin/order/999999')).toEqual(['/admin/help/pedido'])
    expect(await listLinks('/admin/help')).toEqual([])
    expect(await listLinks('/publications')).toEqual([])
  })

  test('show their text, or 404 for an unknown page', async () => {
    const { text, html } = await fetchPage(staff, '/admin/help/fotos')
    expect(text).toContain('Analisar a fila')
    expect(html).toContain('<title>Ajuda: Análise de fotos · Aeropub</title>')
    expect((await fetchPage(staff, '/admin/help/nada')).status).toBe(404)
  })

  test('are all listed in the contents, and the search lists matches or none', async () => {
    const { html } = await fetchPage(staff, '/admin/help')
    expect(helpTopics.filter((topic) => !html.includes(`"/admin/help/${topic}"`))).toEqual([])
    expect((await fetchPage(staff, '/admin/help?search=percentual')).text).toContain('Preços')
    expect((await fetchPage(staff, '/admin/help?search=xyzzy')).text).toContain(
      'Nada sobre “xyzzy” na ajuda.',
    )
  })
})
