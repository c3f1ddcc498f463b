import { paths } from '#app/paths.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

/** Shows the codes once, to be printed or written down. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="narrow stack">
      <PageHeading
        title="Códigos de recuperação"
        lead="A confirmação em duas etapas está ligada. Guarde estes códigos longe do telefone: eles não aparecem de novo."
      />
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="hint">
        Cada um vale uma vez, no lugar do código do telefone. Imprima esta página ou anote.
      </p>
      <p className="actions">
        <LinkButton href={paths.admin.home()} variant="main">
          Já guardei
        </LinkButton>
      </p>
    </div>
  )
}
