import { paths } from '#app/paths.ts'
import { messages } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

type Props = { action: string; purpose: 'login' | 'proof' }

/** Stays hidden until the script finds that the browser supports passkeys (D129). */
export function PasskeyUse({ action, purpose }: Props) {
  return (
    <PostForm
      action={action}
      className="stack"
      hidden
      data-passkey="use"
      data-purpose={purpose}
      data-challenge={paths.passkeyChallenge()}
      data-failed={messages.passkeyUnused}
    >
      <input type="hidden" name="credential" defaultValue="" />
      <p>Tem uma chave de acesso neste aparelho, no telefone ou em uma chave de segurança (USB ou NFC)?</p>
      <p className="field-error" role="alert" hidden data-passkey-error="" />
      <div className="actions">
        <Button>Usar chave de acesso</Button>
      </div>
    </PostForm>
  )
}
