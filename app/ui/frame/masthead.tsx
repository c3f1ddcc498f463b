import { Button, LinkButton } from '../button.tsx'
import { Icon } from '../icons.tsx'
import { Logo, type LogoPicture } from './logo.tsx'

export type ShellUser = {
  displayName: string
  email: string
  isPartner: boolean
  isStaff: boolean
  hasCompanies: boolean
  /** the company for which the person acts; 'ended' if the membership has ended */
  actingFor: { companyName: string; role: string; seesOrders: boolean } | 'ended' | null
}

export type MastheadPaths = {
  home: string
  publications: string
  orders: string
  manage: string
  cart: string
  contact: string
  tracking: string
  login: string
  logout: string
  partner?: string // link for partners
  admin?: string // link for staff
  profile?: string
  companies?: string // page where colleagues choose their company
}

type MastheadProps = {
  user?: ShellUser | null
  cartCount: number
  paths: MastheadPaths
  currentPath: string
  logo?: LogoPicture | undefined // the company's own logo, if any
}

/** Returns the value of aria-current: 'page' for the current page, 'true' for a page above it. */
export function getCurrentMark(href: string, currentPath: string): 'page' | 'true' | undefined {
  const [path = href] = href.split('?')
  if (stripSlash(path) === stripSlash(currentPath)) return 'page'
  return currentPath.startsWith(`${path}/`) ? 'true' : undefined
}

function stripSlash(path: string) {
  return path.replace(/\/$/, '')
}

function CartBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <>
      <span className="badge" aria-hidden="true" data-cart-count={count}>
        {count}
      </span>
      <span className="visually-hidden">{count === 1 ? ' (1 item)' : ` (${count} itens)`}</span>
    </>
  )
}

type CartLinkProps = { href: string; currentPath: string; count: number }

function CartLink({ href, currentPath, count }: CartLinkProps) {
  return (
    <a href={href} aria-current={getCurrentMark(href, currentPath)}>
      <Icon name="cart" />
      <span className="menu-word">Carrinho</span>
      <span id="carrinho-contagem" data-region="">
        <CartBadge count={count} />
      </span>
    </a>
  )
}

type MenuEntry = { href: string; label: string; icon?: 'star'; mark: 'page' | 'true' | undefined }

/** Returns two lists: the links before the cart and the links after it. */
function listEntries({ user, paths, currentPath }: MastheadProps): [MenuEntry[], MenuEntry[]] {
  const makeEntry = (href: string, label: string) => ({
    href,
    label,
    mark: getCurrentMark(href, currentPath),
  })
  const partnerHref = user?.isPartner && paths.partner
  const adminHref = user?.isStaff && paths.admin
  return [
    [
      makeEntry(paths.publications, 'Comprar publicação'),
      ...(canSeeOrders(user) ? [makeEntry(paths.orders, 'Pedidos')] : []),
      makeEntry(paths.manage, 'Gerenciar'),
    ],
    [
      makeEntry(paths.contact, 'Contato'),
      ...(partnerHref ? [{ ...makeEntry(partnerHref, 'Parceiro'), icon: 'star' as const }] : []),
      ...(adminHref
        ? [{ href: adminHref, label: 'Administração', mark: findSectionMark(adminHref, currentPath) }]
        : []),
    ],
  ]
}

/** Returns false for a mechanic of a company, who has no access to orders and cart. */
export function canSeeOrders(user: ShellUser | null | undefined): boolean {
  return typeof user?.actingFor !== 'object' || (user.actingFor?.seesOrders ?? true)
}

/** Returns the mark of the back-office's entry, also for pages below its address, which ends with a slash. */
function findSectionMark(href: string, currentPath: string) {
  return getCurrentMark(href, currentPath) ?? getCurrentMark(stripSlash(href), currentPath)
}

function MenuEntries({ entries, className }: { entries: readonly MenuEntry[]; className?: string }) {
  return entries.map(({ href, label, icon, mark }) => (
    <li key={href} className={className}>
      <a href={href} aria-current={mark}>
        {icon ? <Icon name={icon} /> : null}
        {label}
      </a>
    </li>
  ))
}

function Account({ user, paths }: Pick<MastheadProps, 'user' | 'paths'>) {
  if (!user) {
    return (
      <div className="account">
        <LinkButton href={paths.login}>Entrar</LinkButton>
      </div>
    )
  }
  return (
    <div className="account account-in">
      <div className="account-who">
        <b>{user.displayName}</b>
        <span>{user.email}</span>
      </div>
      {user.hasCompanies && paths.companies ? <LinkButton href={paths.companies}>Empresas</LinkButton> : null}
      {paths.profile ? <LinkButton href={paths.profile}>Meus dados</LinkButton> : null}
      <form method="post" action={paths.logout}>
        <Button>Sair</Button>
      </form>
    </div>
  )
}

/** Shows the menu, folded on a phone and in a row on wide screens. The page contains both forms. */
export function Masthead(props: MastheadProps) {
  const { user, cartCount, paths, currentPath } = props
  const [entriesBeforeCart, entriesAfterCart] = listEntries(props)
  return (
    <header className="masthead">
      <div className={`container masthead-row${user?.isPartner || user?.isStaff ? '' : ' masthead-one'}`}>
        <a className="brand" href={paths.home}>
          <Logo picture={props.logo} />
        </a>
        <nav aria-label="Principal" className="menu-frame">
          <details className="menu-fold">
            <summary>Menu</summary>
            <div className="menu-sheet">
              <ul>
                <MenuEntries entries={[...entriesBeforeCart, ...entriesAfterCart]} />
              </ul>
              <Account user={user} paths={paths} />
            </div>
          </details>
          <ul className="menu">
            <MenuEntries entries={entriesBeforeCart} className="menu-wide" />
            {canSeeOrders(user) ? (
              <li>
                <CartLink href={paths.cart} currentPath={currentPath} count={cartCount} />
              </li>
            ) : null}
            <MenuEntries entries={entriesAfterCart} className="menu-wide" />
          </ul>
        </nav>
        <Account user={user} paths={paths} />
      </div>
    </header>
  )
}
