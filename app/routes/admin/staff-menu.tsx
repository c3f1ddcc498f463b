import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { currentMark } from '#app/ui/shell.tsx'

type StaffMenuProps = {
  links: readonly { href: string; label: string }[]
  currentPath: string
  /** where a number, name, e-mail or registration leads */
  searchPath: string
  /** what was searched for last, on the page with the answers */
  searched?: string
}

/** The menu of the back-office with the quick search; Ctrl+K goes to it where scripts run. */
export function StaffMenu({ links, currentPath, searchPath, searched }: StaffMenuProps) {
  return (
    <div className="staff-menu no-print">
      <nav aria-label="Administração">
        <ul>
          {links.map(({ href, label }) => (
            <li key={href}>
              <a href={href} aria-current={currentMark(href, currentPath)}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {/* biome-ignore lint/a11y/useSemanticElements: old engines do not know <search>. */}
      <form method="get" action={searchPath} role="search" className="quick">
        <TextField
          label="Ir para (nº, nome, e-mail, matrícula)"
          name="q"
          defaultValue={searched}
          id="ir-para"
          type="search"
          autoComplete="off"
          data-hotkey="k"
        />
        <Button>Ir</Button>
      </form>
    </div>
  )
}
