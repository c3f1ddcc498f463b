import type { ReactNode } from 'react'
import { version } from '#app/domain/platform/version.ts'
import { Button } from '#app/ui/button.tsx'
import { Logo, type LogoPicture } from '#app/ui/frame/logo.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { HelpContext } from '#app/ui/page-heading.tsx'
import { Footer, type ShellCompany, SkipLink } from '#app/ui/shell.tsx'

type StaffShellProps = {
  user: { displayName: string; email: string }
  company?: ShellCompany // undefined until a company is set
  /** `count` is the waiting work; the first section contains all of it */
  sections: readonly { href: string; label: string; mark: 'page' | 'true' | undefined; count: number }[]
  /** true on the search page, the only page with the field on a phone */
  isSearchOpen: boolean
  hrefs: {
    home: string
    search: string
    account: string
    logout: string
    shop: string
    terms: string
    help: string
  }
  help: string | undefined // the manual's page about this screen; undefined in the manual itself
  search: string // the last search, on the page of its results
  logo?: LogoPicture | undefined // the company's own logo, if any
  notice?: ReactNode // flash message above the page
  children: ReactNode
}

export function StaffShell(props: StaffShellProps) {
  const { company, sections, hrefs, notice, children } = props
  const [todaySection] = sections
  return (
    <div className="page">
      <SkipLink />
      <header className="masthead staff-head">
        <div className="container staff-row">
          <a className="brand" href={hrefs.home}>
            <Logo picture={props.logo} />
          </a>
          <QuickJump {...props} />
          {props.isSearchOpen ? null : (
            <a className="staff-find" href={hrefs.search}>
              <Icon name="search" />
              <span className="visually-hidden">Buscar</span>
            </a>
          )}
          {todaySection ? (
            <a className="staff-today" href={todaySection.href}>
              {todaySection.label}
              <Count value={todaySection.count} />
            </a>
          ) : null}
          <Person {...props} />
          <details className="staff-drop staff-more">
            <summary>Menu</summary>
            <nav aria-label="Administração">
              <SectionLinks sections={sections} />
            </nav>
          </details>
        </div>
        <nav aria-label="Administração" className="container staff-sections">
          <SectionLinks sections={sections} />
        </nav>
      </header>
      <main className="main container" id="conteudo" tabIndex={-1}>
        <div id="avisos" data-region="">
          {notice}
        </div>
        <p className="visually-hidden" id="anuncio" role="status" />
        <HelpContext.Provider value={props.help}>{children}</HelpContext.Provider>
      </main>
      {company ? <Footer company={company} links={listFooterLinks(hrefs)} version={version} /> : null}
    </div>
  )
}

function listFooterLinks({ shop, terms, help }: StaffShellProps['hrefs']) {
  return [
    { href: shop, label: 'Ver a loja' },
    { href: help, label: 'Ajuda' },
    { href: terms, label: 'Termos de compra' },
  ]
}

/** Shows the links of all sections. The page contains them twice, and the style sheet hides one of both. */
function SectionLinks({ sections }: Pick<StaffShellProps, 'sections'>) {
  return (
    <ul>
      {sections.map(({ href, label, mark, count }) => (
        <li key={href}>
          <a href={href} aria-current={mark}>
            {label}
            <Count value={count} />
          </a>
        </li>
      ))}
    </ul>
  )
}

function Count({ value }: { value: number }) {
  if (value === 0) return null
  return (
    <span className="menu-count">
      <span className="visually-hidden">, </span>
      {value.toLocaleString('pt-BR')}
    </span>
  )
}

type QuickJumpProps = Pick<StaffShellProps, 'search' | 'hrefs' | 'isSearchOpen'>

/** Shows the search field. With scripts, Ctrl+K focuses it. */
function QuickJump({ search, hrefs, isSearchOpen }: QuickJumpProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: old engines do not know <search>.
    <form
      method="get"
      action={hrefs.search}
      role="search"
      className={isSearchOpen ? 'quick quick-open' : 'quick'}
    >
      <label htmlFor="ir-para">
        Buscar em tudo<span className="visually-hidden"> (nº, nome, e-mail, matrícula)</span>
      </label>
      <input
        className="input"
        id="ir-para"
        type="search"
        name="q"
        defaultValue={search}
        autoComplete="off"
        enterKeyHint="go"
        inputMode="search"
        data-hotkey="k"
        title="Número, nome, empresa, e-mail, telefone, CPF, CNPJ, NF-e, nosso número, matrícula ou rastreamento (Ctrl+K)"
      />
      <Button>Ir</Button>
    </form>
  )
}

function Person({ user: { displayName, email }, hrefs }: Pick<StaffShellProps, 'user' | 'hrefs'>) {
  return (
    <details className="staff-drop staff-person">
      <summary>
        <span className="staff-name">{displayName}</span>
        <span className="staff-short" aria-hidden="true">
          Conta
        </span>
      </summary>
      <ul>
        <li className="staff-email">
          <span className="staff-own-name">{displayName}</span>
          {email}
        </li>
        <li>
          <a href={hrefs.account}>Meus dados</a>
        </li>
        <li>
          <a href={hrefs.shop}>Ver a loja</a>
        </li>
        <li>
          <form method="post" action={hrefs.logout}>
            <Button>Sair</Button>
          </form>
        </li>
      </ul>
    </details>
  )
}
