import type { LogoFault } from '#app/routes/admin/settings/appearance/look.server.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FileField } from '#app/ui/forms/field.tsx'
import { FileForm } from '#app/ui/forms/file-form.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

const faultTexts: Readonly<Record<LogoFault, string>> = {
  none: specTexts.fieldRequired,
  empty: 'O arquivo está vazio',
  'not-an-image': 'Envie um PNG ou JPEG; de um desenho em SVG, exporte um PNG',
  'too-large': 'O arquivo passa de 5 MB',
  'too-many-pixels': 'A imagem tem pixels demais; envie uma menor',
  damaged: 'A imagem está danificada',
  edited: 'Outra pessoa salvou a aparência depois que você abriu a página. Confira a atual e envie de novo.',
}

type LogoFormProps = {
  action: string
  lock_version: number
  logo: { src: string; width: number; height: number } | null
  fault: LogoFault | undefined
  /** true if logo or colours are not the default */
  isCustomised: boolean
}

export function LogoForm({ action, lock_version, logo, fault, isCustomised }: LogoFormProps) {
  const errors = fault ? [faultTexts[fault]] : undefined
  return (
    <>
      {errors ? <ErrorSummary errors={{ logo: errors }} labels={{ logo: 'Imagem' }} /> : null}
      <h2 className="setting-part">Logotipo</h2>
      {logo ? (
        <p>
          <img className="logo-picture" {...logo} alt="Logotipo atual" />
        </p>
      ) : (
        <p>Nenhum enviado: vale a marca da loja.</p>
      )}
      <FileForm action={action} data-once="">
        <input type="hidden" name="lock_version" value={lock_version} />
        <FileField
          label={logo ? 'Outra imagem' : 'Imagem'}
          name="logo"
          accept="image/png,image/jpeg,.png,.jpg,.jpeg"
          hint="PNG ou JPEG, de preferência largo e com fundo transparente. É reduzido a 480 × 120 pixels e aparece sobre branco."
          errors={errors}
        />
        <p className="actions">
          <Button>Enviar logotipo</Button>
        </p>
      </FileForm>
      {isCustomised ? (
        <PostForm action={action} className="actions" data-once="">
          <input type="hidden" name="lock_version" value={lock_version} />
          {logo ? (
            <Button name="intent" value="no-logo">
              Tirar o logotipo
            </Button>
          ) : null}
          <Button name="intent" value="reset">
            Voltar ao padrão
          </Button>
        </PostForm>
      ) : null}
    </>
  )
}
