import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { AppLoadContext, SerializeFrom, ServerBuild } from '@remix-run/node'
import type { ComponentType, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Visitor } from './database.ts'

/** The built pages use this instance of the module; a normal import would load a second one. */
const router: typeof import('react-router-dom') = createRequire(import.meta.url)('react-router-dom')
const { UNSAFE_DataRouterStateContext: StateContext } = router
const { UNSAFE_LocationContext: LocationContext, UNSAFE_RouteContext: RouteContext } = router

type Data = Record<string, unknown>
/** The keys of a loader's data. The bench compares both responses, and thereby the values, before it measures. */
type PageData<Loader> = Record<keyof SerializeFrom<Loader>, unknown>

const file = new URL('../../../build/server/index.js', import.meta.url)
const build: ServerBuild = await import(pathToFileURL(file.pathname).href)
const root = getRoute('root')
const shopFrame = await loadFrame()

/** Returns a function that renders a built page from loader data, without Remix. */
export function makeRenderer<Loader>(id: string) {
  const routes = [root, ...listFrames(id), getRoute(id)]
  const Page = getComponent(id)
  const matches = routes.map((route) => ({ params: {}, pathname: '', pathnameBase: '', route }))
  const rootContext = makeContextValue(matches.slice(0, 1))
  const pageContext = makeContextValue(matches)
  const Layout = getLayout()
  const emptyFrameData = Object.fromEntries(listFrames(id).map((frameRoute) => [frameRoute.id, null]))
  return (
    { pathname, search }: URL,
    visitor: Visitor | undefined,
    data: PageData<Loader>,
    staff?: StaffShell,
  ): string => {
    const loaderData = { ...emptyFrameData, root: makeShell(visitor, staff), [id]: data }
    const state = { loaderData, matches, errors: null, actionData: null }
    const location = { pathname, search, hash: '', state: null, key: 'default' }
    const html = renderToStaticMarkup(
      <LocationContext.Provider value={castTo({ location, navigationType: 'POP' })}>
        <StateContext.Provider value={castTo(state)}>
          <RouteContext.Provider value={rootContext}>
            <Layout>
              <RouteContext.Provider value={pageContext}>
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
function castTo<Type>(value: unknown): Type {
  return value as Type
}

function makeContextValue(matches: readonly object[]) {
  return castTo<Parameters<typeof RouteContext.Provider>[0]['value']>({
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
  return castTo<{ data: Data }>(answer).data
}

type StaffShell = { formOwner: string; menuCounts: unknown }
let staffShell: Promise<StaffShell> | undefined

/** Reads the menu's counts and the mark of forms at the first call; the shop reads the counts once a second. */
export function readStaffShell(path: string, cookie = ''): Promise<StaffShell> {
  staffShell ??= loadFrame({ path, cookie }).then(({ user, menuCounts }) => ({
    formOwner: castTo<{ formOwner: string }>(user).formOwner,
    menuCounts,
  }))
  return staffShell
}

function makeShell(
  visitor: Visitor | undefined,
  { formOwner = '', menuCounts = null }: Partial<StaffShell> = {},
): Data {
  if (!visitor) return shopFrame
  const { email, name, companyName, isCompany, isPartner, isStaff, hasCompanies, units } = visitor
  const displayName = (isCompany && companyName) || name
  const data = { displayName, email, isPartner, isStaff, hasCompanies }
  const user = { ...data, formOwner, actingFor: null, isEmailRefused: false }
  return { ...shopFrame, user, menuCounts, cartCount: Number(units ?? 0) }
}

function getRoute(id: string) {
  const route = build.routes[id]
  if (!route) throw new Error(`no route ${id}: ${Object.keys(build.routes).join(', ')}`)
  return { id, handle: route.module.handle }
}

function listFrames(id: string): { id: string; handle: unknown }[] {
  const parentId = build.routes[id]?.parentId
  return parentId === undefined || parentId === 'root' ? [] : [...listFrames(parentId), getRoute(parentId)]
}

function getComponent(id: string): ComponentType {
  return castTo<{ default: ComponentType }>(build.routes[id]?.module).default
}

function getLayout() {
  return castTo<{ Layout: ComponentType<{ children: ReactNode }> }>(build.routes.root?.module).Layout
}
