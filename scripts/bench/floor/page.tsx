import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import type { ComponentType, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Visitor } from './database.ts'

/** The built pages use this instance of the module; a normal import would load a second one. */
const router: typeof import('react-router-dom') = createRequire(import.meta.url)('react-router-dom')
const { UNSAFE_DataRouterStateContext: StateContext } = router
const { UNSAFE_LocationContext: LocationContext, UNSAFE_RouteContext: RouteContext } = router

/** A loader's data, of any shape: the bench compares both responses before it measures. */
type Data = Record<string, unknown>

const file = new URL('../../../build/server/index.js', import.meta.url)
const build: ServerBuild = await import(pathToFileURL(file.pathname).href)
const root = getRoute('root')
const frame = await loadFrame()

/** Returns a function that renders a built page from loader data, without Remix. */
export function makeRenderer(id: string) {
  const routes = [root, ...listFrames(id), getRoute(id)]
  const Page = getComponent(id)
  const matches = routes.map((route) => ({ params: {}, pathname: '', pathnameBase: '', route }))
  const rootPlace = makeContextValue(matches.slice(0, 1))
  const place = makeContextValue(matches)
  const Layout = getLayout()
  const without = Object.fromEntries(listFrames(id).map((each) => [each.id, null]))
  return (
    { pathname, search }: URL,
    visitor: Visitor | undefined,
    data: Data,
    staff?: StaffShell,
  ): string => {
    const loaderData = { ...without, root: makeShell(visitor, staff), [id]: data }
    const state = { loaderData, matches, errors: null, actionData: null }
    const location = { pathname, search, hash: '', state: null, key: 'default' }
    const html = renderToStaticMarkup(
      <LocationContext.Provider value={as({ location, navigationType: 'POP' })}>
        <StateContext.Provider value={as(state)}>
          <RouteContext.Provider value={rootPlace}>
            <Layout>
              <RouteContext.Provider value={place}>
                <Page />
              </RouteContext.Provider>
            </Layout>
          </RouteContext.Provider>
        </StateContext.Provider>
      </LocationContext.Provider>,
    )
    return `<!DOCTYPE html>${html}`
  }
}

/** Casts a context of the router, of which pages read only the fields that are set here. */
function as<Type>(value: unknown): Type {
  return value as Type
}

function makeContextValue(matches: readonly object[]) {
  return as<Parameters<typeof RouteContext.Provider>[0]['value']>({
    outlet: null,
    matches,
    isDataRoute: true,
  })
}

/** Returns the data of the frame as this cookie's reader sees it, by default an anonymous visitor. */
async function loadFrame({ path = '', cookie = '' } = {}): Promise<Data> {
  const context: AppLoadContext = { nonce: '', requestId: '' }
  const request = new Request(new URL(path, process.env.PUBLIC_URL), { headers: { cookie } })
  const answer = await build.routes.root?.module.loader?.({ request, context, params: {} })
  return as<{ data: Data }>(answer).data
}

type StaffShell = { formOwner: string; menuCounts: unknown }
let staffShell: Promise<StaffShell> | undefined

/** Reads the menu's counts and the mark of forms at the first call; the shop reads the counts once a second. */
export function readStaffShell(path: string, cookie = ''): Promise<StaffShell> {
  staffShell ??= loadFrame({ path, cookie }).then(({ user, menuCounts }) => ({
    formOwner: as<{ formOwner: string }>(user).formOwner,
    menuCounts,
  }))
  return staffShell
}

function makeShell(
  visitor: Visitor | undefined,
  { formOwner = '', menuCounts = null }: Partial<StaffShell> = {},
): Data {
  if (!visitor) return frame
  const { email, name, companyName, isCompany, isPartner, isStaff, hasCompanies, units } = visitor
  const displayName = (isCompany && companyName) || name
  const data = { displayName, email, isPartner, isStaff, hasCompanies }
  const user = { ...data, formOwner, actingFor: null, isEmailRefused: false }
  return { ...frame, user, menuCounts, cartCount: Number(units ?? 0) }
}

function getRoute(id: string) {
  const route = build.routes[id]
  if (!route) throw new Error(`no route ${id}: ${Object.keys(build.routes).join(', ')}`)
  return { id, handle: route.module.handle }
}

function listFrames(id: string): { id: string; handle: unknown }[] {
  const above = build.routes[id]?.parentId
  return above === undefined || above === 'root' ? [] : [...listFrames(above), getRoute(above)]
}

function getComponent(id: string): ComponentType {
  return as<{ default: ComponentType }>(build.routes[id]?.module).default
}

function getLayout() {
  return as<{ Layout: ComponentType<{ children: ReactNode }> }>(build.routes.root?.module).Layout
}
