import { data, type LoaderFunctionArgs } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Outlet,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import type { ReactNode } from 'react'
import { canUse } from '#app/domain/accounts/colleagues.ts'
import dialogScriptUrl from '#app/enhance/dialog.js?url'
import enhanceUrl from '#app/enhance/enhance.js?url'
import passkeyScriptUrl from '#app/enhance/passkey.js?url'
import staffScriptUrl from '#app/enhance/staff.js?url'
import { env } from '#app/env.server.ts'
import { signFormOwner } from '#app/http/accounts/form-owner.server.ts'
import { findMenuCounts } from '#app/http/backoffice/menu-counts.server.ts'
import { listStaffSections } from '#app/http/backoffice/staff-sections.ts'
import { getCartSummary } from '#app/http/checkout/cart.server.ts'
import { type Flash, readFlash } from '#app/http/flash.server.ts'
import { makeFrameFace } from '#app/http/frame/face.ts'
import { describePage, useResponse, useScript } from '#app/http/page.ts'
import { getViewer } from '#app/http/session.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { cachedShopIdentity } from '#app/models/settings/cached-settings.server.ts'
import { isLoginPage, isOwnAccountPath, isStaffPath, paths } from '#app/paths.ts'
import stylesUrl from '#app/styles/app.css?url'
import staffStylesUrl from '#app/styles/staff.css?url'
import { toCompanyContact } from '#app/text/accounts/address-labels.ts'
import { roleNames } from '#app/text/accounts/colleague-labels.ts'
import type { HelpTopic } from '#app/text/backoffice/help-topics.ts'
import { formatError } from '#app/text/platform/error-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { messages } from '#app/text/platform/messages.ts'
import { StaffShell } from '#app/ui/backoffice/staff-shell.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { FormOwnerProvider } from '#app/ui/forms/form-owner.ts'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Shell } from '#app/ui/shell.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [viewer, cart, { company, appearance, secondFactorFrom }, { flash, headers }] = await Promise.all([
    getViewer(args),
    getCartSummary(args),
    cachedShopIdentity(),
    readFlash(args.request),
  ])
  const isInBackOffice = viewer?.isStaff && isStaffPath(new URL(args.request.url).pathname)
  const shell = {
    menuCounts: isInBackOffice ? await findMenuCounts(viewer.isSuperuser) : null,
    user: viewer && {
      displayName: viewer.displayName,
      email: viewer.email,
      formOwner: signFormOwner(viewer),
      isPartner: viewer.isPartner,
      // Staff without a second factor also see the link, which leads to setting one up.
      isStaff: viewer.isStaff || viewer.isFactorMissing,
      hasCompanies: viewer.hasCompanies,
      actingFor: getShownActing(viewer),
      isEmailRefused: viewer.isEmailRefused,
    },
    cartCount: cart?.units ?? 0,
    company: company && toCompanyContact(company),
    face: appearance && makeFrameFace(appearance, company?.tradeName),
    flash: flash ?? makeCookieNotice(args),
    secondFactorFrom:
      viewer?.isStaff && !viewer.hasSecondFactor && secondFactorFrom ? formatDate(secondFactorFrom) : null,
  }
  const isDevelopment = env.NODE_ENV === 'development'
  return data({ ...shell, origin: env.PUBLIC_URL, isDevelopment }, { headers })
}

function getShownActing({ actingFor }: Viewer) {
  if (actingFor === null || actingFor === 'ended') return actingFor
  const { companyName, role } = actingFor
  return { companyName, role: roleNames[role], seesOrders: canUse(role, 'orders') }
}

/** Returns a notice in the page itself, because flash messages need cookies. */
function makeCookieNotice({ request, context }: LoaderFunctionArgs): Flash | null {
  if (!context.cookiesRefused) return null
  // `cookiesRefused` is set on the page that follows a form: on the contact page, a message was sent.
  const isMessageSent = new URL(request.url).pathname === paths.contact()
  return { tone: 'warn', text: isMessageSent ? messages.cookiesRefusedByWriter : messages.cookiesRefused }
}

export default function Root() {
  return <Outlet />
}

export function Layout({ children }: { children: ReactNode }) {
  const { status, isBusy } = useResponse()
  const enhanceScript = useScript(enhanceUrl)
  const dialogScript = useScript(dialogScriptUrl)
  const passkeyScript = useScript(passkeyScriptUrl)
  const staffScript = useScript(staffScriptUrl)
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const isStaff = isStaffPath(pathname)
  const pageDescription = describePage(useMatches())
  const errorTitle = error ? formatError(getStatus(error, status), { isStaff, isBusy }).title : undefined
  const page = errorTitle ? { ...pageDescription, title: `${errorTitle} · Aeropub` } : pageDescription
  const isFormRejected = !error && (status === 400 || status === 429)
  const shell = useRouteLoaderData<typeof loader>('root')
  const notice = shell?.flash ? <FlashNotice flash={shell.flash} /> : null
  return (
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{isFormRejected ? `Erro: ${page.title}` : page.title}</title>
        <SearchEngineMeta page={page} origin={error ? undefined : shell?.origin} />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta name="theme-color" content={shell?.face?.themeColour ?? '#07323f'} />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="stylesheet" href={stylesUrl} />
        {isStaff ? <link rel="stylesheet" href={staffStylesUrl} /> : null}
        {shell?.face?.styles ? <link rel="stylesheet" href={shell.face.styles} /> : null}
        {page.refreshAfter ? (
          <noscript>
            <meta httpEquiv="refresh" content={`${page.refreshAfter};url=${pathname}${search}`} />
          </noscript>
        ) : null}
        <script {...enhanceScript} defer suppressHydrationWarning />
        {page.hasDialogs ? <script {...dialogScript} defer suppressHydrationWarning /> : null}
        {page.hasPasskeys ? <script {...passkeyScript} defer suppressHydrationWarning /> : null}
        {/* The development server reloads open pages after a change of the sources (vite.config.ts). */}
        {shell?.isDevelopment ? <script type="module" src="/@vite/client" /> : null}
        {isStaff ? <script {...staffScript} defer suppressHydrationWarning /> : null}
      </head>
      <body data-density={isStaff ? 'dense' : undefined}>
        <FormOwnerProvider value={shell?.user?.formOwner}>
          {isStaff && shell?.user?.isStaff ? (
            <StaffShell
              user={shell.user}
              company={shell.company}
              sections={listStaffSections({ pathname, section: page.section }, shell.menuCounts)}
              isSearchOpen={pathname === paths.admin.search()}
              hrefs={staffHrefs}
              help={findHelpHref(pathname, page.help)}
              search={readSearch(pathname, search)}
              logo={shell.face?.logo}
              notice={
                <>
                  {notice}
                  {shell.user.isEmailRefused ? <RefusedEmailNotice /> : null}
                  {shell.secondFactorFrom ? <SecondFactorNotice from={shell.secondFactorFrom} /> : null}
                </>
              }
            >
              {children}
            </StaffShell>
          ) : (
            <Shell
              user={shell?.user}
              cartCount={shell?.cartCount ?? 0}
              company={shell?.company}
              paths={getShellPaths(`${pathname}${search}`)}
              currentPath={pathname}
              logo={shell?.face?.logo}
              isOwnPage={isOwnAccountPath(pathname)}
              notice={
                <>
                  {notice}
                  {shell?.user?.isEmailRefused && pathname !== paths.mailChoices() ? (
                    <RefusedEmailNotice />
                  ) : null}
                </>
              }
            >
              {children}
            </Shell>
          )}
        </FormOwnerProvider>
      </body>
    </html>
  )
}

const staffHrefs = {
  home: paths.admin.home(),
  search: paths.admin.search(),
  account: paths.account(),
  logout: paths.logout(),
  shop: paths.home(),
  terms: paths.terms(),
  help: paths.admin.help(),
}

/** Returns the address of the manual's page, or of its contents; undefined within the manual. */
function findHelpHref(pathname: string, topic: HelpTopic | undefined): string | undefined {
  if (pathname.toLowerCase().startsWith(paths.admin.help())) return undefined
  return topic ? paths.admin.helpPage(topic) : paths.admin.help()
}

function readSearch(pathname: string, search: string): string {
  return pathname === paths.admin.search() ? (new URLSearchParams(search).get('q') ?? '') : ''
}

type PageDescription = ReturnType<typeof describePage>

/** Adds the canonical address of public pages. */
function SearchEngineMeta({ page, origin }: { page: PageDescription; origin: string | undefined }) {
  const { title, description, canonical, previewImage } = page
  const url = origin && canonical ? `${origin}${canonical}` : undefined
  return (
    <>
      {description ? <meta name="description" content={description} /> : null}
      {url ? (
        <>
          <link rel="canonical" href={url} />
          <meta property="og:site_name" content="Aeropub" />
          <meta property="og:locale" content="pt_BR" />
          <meta property="og:type" content="website" />
          <meta property="og:title" content={title} />
          {description ? <meta property="og:description" content={description} /> : null}
          <meta property="og:url" content={url} />
          <meta property="og:image" content={`${origin}${previewImage ?? '/apple-touch-icon.png'}`} />
          <link
            rel="alternate"
            type="application/atom+xml"
            title="Novas revisões"
            href={paths.revisionsFeed()}
          />
        </>
      ) : null}
    </>
  )
}

function getShellPaths(currentAddress: string) {
  return {
    home: paths.home(),
    publications: paths.publications(),
    orders: paths.orders(),
    manage: paths.manage(),
    partner: paths.partner(),
    admin: paths.admin.home(),
    cart: paths.cart(),
    contact: paths.contact(),
    tracking: paths.tracking(),
    login: isLoginPage(currentAddress) ? paths.login() : paths.login({ redirectTo: currentAddress }),
    logout: paths.logout(),
    profile: paths.account(),
    companies: paths.companies(),
    terms: paths.terms(),
    privacy: paths.privacy(),
  }
}

function FlashNotice({ flash }: { flash: Flash }) {
  return (
    <Notice tone={flash.tone} isSilent>
      <p>
        {flash.text}
        {flash.link ? (
          <>
            {' '}
            <a href={flash.link.href}>{flash.link.label}</a>
          </>
        ) : null}
      </p>
      {flash.undo ? (
        <PostForm action={paths.cart()} data-enhance="">
          <input type="hidden" name="publication_id" value={flash.undo.publicationId} />
          <input type="hidden" name="add" value="1" />
          {flash.undo.quote ? <input type="hidden" name="quote" value={flash.undo.quote} /> : null}
          <button type="submit" className="button" name="quantity" value={flash.undo.quantity}>
            Desfazer
          </button>
        </PostForm>
      ) : null}
    </Notice>
  )
}

function RefusedEmailNotice() {
  return (
    <Notice tone="warn" title="Seu e-mail recusou nossas mensagens: confira">
      <p>
        Avisos de pedidos e boletos podem não chegar. <a href={paths.mailChoices()}>Conferir o e-mail</a>
      </p>
    </Notice>
  )
}

function SecondFactorNotice({ from }: { from: string }) {
  return (
    <Notice tone="warn" title={`A partir de ${from}, a equipe entra com confirmação em duas etapas.`}>
      <p>
        <a href={paths.secondFactor()}>Ligar a minha agora</a>
      </p>
    </Notice>
  )
}

function getStatus(error: unknown, responseStatus: number) {
  return isRouteErrorResponse(error) ? error.status : responseStatus
}

export function ErrorBoundary() {
  const error = useRouteError()
  const response = useResponse()
  const { pathname, search } = useLocation()
  const isStaff = isStaffPath(pathname)
  const { title, text, nextLink } = formatError(getStatus(error, response.status), {
    isStaff,
    isBusy: response.isBusy,
  })
  const startLink = isStaff
    ? { href: paths.admin.home(), label: 'Ir para o painel' }
    : { href: paths.home(), label: 'Ir para o início' }
  const nextTarget = {
    shop: { href: paths.publications(), label: 'Ver as publicações' },
    home: startLink,
    login: { href: paths.login({ redirectTo: `${pathname}${search}` }), label: 'Entrar' },
    retry: { href: `${pathname}${search}`, label: 'Tentar de novo' },
  }[nextLink]
  return (
    <>
      <PageHeading title={title} lead={text} />
      <p className="actions">
        <LinkButton href={nextTarget.href} variant="main">
          {nextTarget.label}
        </LinkButton>
        {nextLink === 'retry' ? <LinkButton href={startLink.href}>{startLink.label}</LinkButton> : null}
      </p>
      {response.requestId ? <p className="hint">Código do atendimento: {response.requestId}</p> : null}
    </>
  )
}
