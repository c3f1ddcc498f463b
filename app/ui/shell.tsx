import type { ReactNode } from 'react'
import { Button, LinkButton } from './button.tsx'
import { Icon } from './icons.tsx'
import { Logo } from './logo.tsx'

export type ShellUser = { displayName: string; email: string; isPartner: boolean; isStaff: boolean }

export type ShellCompany = {
  name: string
  legalName: string
  cnpj: string
  address: string
  phone: string
  email: string
}

export type ShellPaths = {
  home: string
  publications: string
  orders: string
  manage: string
  cart: string
  contact: string
  login: string
  logout: string
  /** Shown when given, to partners alone. */
  partner?: string
  /** Shown when given: the back-office (staff only), the customer's own data, the legal pages. */
  admin?: string
  profile?: string
  privacy?: string
  terms?: string
}

export type ShellProps = {
  user?: ShellUser | null
  cartCount: number
  /** Left out while the settings name no company. */
  company?: ShellCompany
  paths: ShellPaths
  currentPath: string
  /** A flash message, above everything else in the page. */
  notice?: ReactNode
  children: ReactNode
}

export function currentMark(href: string, currentPath: string) {
  const [path = href] = href.split('?')
  if (path === currentPath) return 'page'
  return currentPath.startsWith(`${path}/`) ? 'true' : undefined
}

export function SkipLink() {
  return (
    <a className="skip-link" href="#conteudo">
      Ir para o conteúdo
    </a>
  )
}

export function MenuLink({
  href,
  current,
  children,
}: {
  href: string
  current: string
  children: ReactNode
}) {
  return (
    <li>
      <a href={href} aria-current={currentMark(href, current)}>
        {children}
      </a>
    </li>
  )
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

type AccountProps = { user?: Pick<ShellUser, 'displayName' | 'email'> | null; paths: ShellAccountPaths }

type ShellAccountPaths = Pick<ShellPaths, 'login' | 'logout' | 'profile'>

export function Account({ user, paths }: AccountProps) {
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
      {paths.profile ? <LinkButton href={paths.profile}>Meus dados</LinkButton> : null}
      <form method="post" action={paths.logout}>
        <Button>Sair</Button>
      </form>
    </div>
  )
}

function Masthead({ user, cartCount, paths, currentPath }: ShellProps) {
  return (
    <header className="masthead">
      <div className={`container masthead-row${user?.isPartner || user?.isStaff ? '' : ' masthead-one'}`}>
        <a className="brand" href={paths.home}>
          <Logo />
        </a>
        <nav aria-label="Principal" className="menu-frame">
          <ul className="menu">
            <MenuLink href={paths.publications} current={currentPath}>
              Comprar publicação
            </MenuLink>
            <MenuLink href={paths.orders} current={currentPath}>
              Pedidos
            </MenuLink>
            <MenuLink href={paths.manage} current={currentPath}>
              Gerenciar
            </MenuLink>
            <MenuLink href={paths.cart} current={currentPath}>
              <Icon name="cart" />
              Carrinho
              <span id="carrinho-contagem" data-region="">
                <CartBadge count={cartCount} />
              </span>
            </MenuLink>
            <MenuLink href={paths.contact} current={currentPath}>
              Contato
            </MenuLink>
            {user?.isPartner && paths.partner ? (
              <MenuLink href={paths.partner} current={currentPath}>
                <Icon name="star" />
                Parceiro
              </MenuLink>
            ) : null}
            {user?.isStaff && paths.admin ? (
              <MenuLink href={paths.admin} current={currentPath}>
                Administração
              </MenuLink>
            ) : null}
          </ul>
        </nav>
        <Account user={user} paths={paths} />
      </div>
    </header>
  )
}

/** Who sells, as the law wants it on every page. */
export function Footer({
  company,
  links,
}: {
  company: ShellCompany
  links: readonly { href: string; label: string }[]
}) {
  return (
    <footer className="footer">
      <div className="container">
        <address>
          <strong>{company.name}</strong>
          <div>{company.legalName}</div>
          <div className="num">{`CNPJ ${company.cnpj}`}</div>
          <div>{company.address}</div>
          <a href={`tel:+55${company.phone.replace(/\D/g, '')}`}>{company.phone}</a>{' '}
          <a href={`mailto:${company.email}`}>{company.email}</a>
        </address>
        <nav aria-label="Rodapé">
          <ul>
            {links.map(({ href, label }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}

function footerLinks(paths: ShellPaths) {
  return [
    { href: paths.publications, label: 'Publicações' },
    { href: paths.orders, label: 'Seus pedidos' },
    { href: paths.manage, label: 'Suas publicações' },
    { href: paths.contact, label: 'Fale conosco' },
    ...(paths.privacy ? [{ href: paths.privacy, label: 'Privacidade' }] : []),
    ...(paths.terms ? [{ href: paths.terms, label: 'Termos de compra' }] : []),
  ]
}

export function Shell(props: ShellProps) {
  return (
    <div className="page">
      <SkipLink />
      <Masthead {...props} />
      <main className="main container" id="conteudo" tabIndex={-1}>
        <div id="avisos" data-region="">
          {props.notice}
        </div>
        <p className="visually-hidden" id="anuncio" role="status" />
        {props.children}
      </main>
      {props.company ? <Footer company={props.company} links={footerLinks(props.paths)} /> : null}
    </div>
  )
}
