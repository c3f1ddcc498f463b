import { CopyLine } from '#app/ui/copy-line.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** Shows the secret, for the only time. */
export function NewSecretNotice({ secret }: { secret: string }) {
  return (
    <>
      <Notice tone="warn" title="Copie o segredo agora">
        Ele não aparece outra vez. O sistema que recebe os avisos confere com ele que são desta loja. Guarde-o
        como uma senha.
      </Notice>
      <CopyLine id="segredo" label="Segredo" code={secret} copyLabel="Copiar o segredo" isMain />
    </>
  )
}
