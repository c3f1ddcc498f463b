import type { QrPath } from '#app/domain/platform/qr-path.ts'
import type { makeFieldTextReader } from '#app/forms/field-text.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { QrDrawing } from '#app/ui/qr-drawing.tsx'

const FOUR_CHARACTERS_BEFORE_OTHERS = /(.{4})(?=.)/g

type Props = { secret: string; drawing: QrPath; field: ReturnType<typeof makeFieldTextReader> }

/** Shows the secret for the phone, and the form for its first code. */
export function FactorSetup({ secret, drawing, field }: Props) {
  return (
    <PostForm action={paths.secondFactor()} noValidate className="stack" data-once="">
      <h2>1. Leia o desenho com o aplicativo</h2>
      <QrDrawing code={drawing} label="Desenho que o aplicativo de códigos lê" />
      <p>
        Sem câmera? Digite esta chave no aplicativo:{' '}
        <code>{secret.replace(FOUR_CHARACTERS_BEFORE_OTHERS, '$1 ')}</code>
      </p>
      <h2>2. Digite o código que ele mostra</h2>
      <TextField
        label="Código"
        hint="Seis números, que mudam a cada 30 segundos."
        inputMode="numeric"
        autoComplete="one-time-code"
        width="short"
        isRequired
        {...field.getField('code')}
      />
      <div className="actions">
        <Button variant="main" name="intent" value="confirm">
          Ligar
        </Button>
        <Button variant="quiet" name="intent" value="begin">
          Outra chave
        </Button>
      </div>
    </PostForm>
  )
}
