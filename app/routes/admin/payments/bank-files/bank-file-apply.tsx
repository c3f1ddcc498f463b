import { paths } from '#app/paths.ts'
import { bankFileMessages } from '#app/text/payments/bank-file-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { CheckboxField, TextAreaField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** Lists the doubts about a file, before and after it is applied. */
export function Doubts({ doubts }: { doubts: readonly string[] }) {
  if (doubts.length === 0) return null
  return (
    <Notice tone="bad" title={bankFileMessages.doubtful}>
      <ul>
        {doubts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>{bankFileMessages.doubtAdvice}</p>
    </Notice>
  )
}

type CodeAnswerFormProps = { id: number; reply: ApplyFormProps['reply'] }

/** Records the bank's answer about unknown codes. */
export function CodeAnswerForm({ id, reply }: CodeAnswerFormProps) {
  const label = 'O que o banco respondeu'
  return (
    <PostForm action={paths.admin.bankFile(id)} noValidate className="stack" data-once="">
      {reply ? <ErrorSummary errors={reply.errors} labels={{ reason: label }} /> : null}
      <Notice tone="warn" title="Código desconhecido, com valor" isSilent>
        <p>{bankFileMessages.codesAdvice}</p>
      </Notice>
      <input type="hidden" name="answers" value="on" />
      <TextAreaField
        label={label}
        name="reason"
        hint="Fica no histórico do arquivo."
        rows={2}
        maxLength={500}
        defaultValue={reply?.typedReason ?? ''}
        errors={reply?.errors.reason}
        isRequired
      />
      <p className="actions">
        <Button>Anotar e tirar de “Hoje”</Button>
      </p>
    </PostForm>
  )
}

type ApplyFormProps = {
  id: number
  effects: readonly string[]
  isOtherAgreement: boolean
  isDoubtful: boolean
  reply: { errors: Record<string, string[]>; typedReason: string; isOurs: boolean } | undefined
}

export function ApplyForm({ id, effects, isOtherAgreement, isDoubtful, reply }: ApplyFormProps) {
  const { errors, typedReason } = reply ?? {}
  return (
    <PostForm action={paths.admin.bankFile(id)} noValidate className="stack" data-once="">
      {errors ? (
        <ErrorSummary
          errors={errors}
          labels={{ is_ours: 'Convênio', reason: 'Por que aplicar assim mesmo' }}
        />
      ) : null}
      <Notice tone="warn" title="Nada foi aplicado ainda. Ao aplicar:" isSilent>
        <ul>
          {(effects.length > 0 ? effects : ['Nada muda: o arquivo só fica guardado.']).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p>Confira a lista abaixo. O que for aplicado não pode ser desfeito de uma vez.</p>
      </Notice>
      {isOtherAgreement ? (
        <CheckboxField
          label="Este arquivo é mesmo da loja"
          name="is_ours"
          defaultChecked={reply?.isOurs}
          errors={errors?.is_ours}
          isRequired
        />
      ) : null}
      {isDoubtful ? (
        <TextAreaField
          label="Por que aplicar assim mesmo"
          name="reason"
          hint="Fica no histórico do arquivo."
          rows={2}
          maxLength={500}
          defaultValue={typedReason ?? ''}
          errors={errors?.reason}
          isRequired
        />
      ) : null}
      <p className="actions">
        <Button variant="main">Aplicar</Button>
        <LinkButton href={paths.admin.bankFiles()}>Voltar sem aplicar</LinkButton>
      </p>
    </PostForm>
  )
}
