import type { SubmissionResult } from '@conform-to/react'
import { useActionData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

/** Returns the fields as they were sent, with errors; before a submission, with `savedTexts`. */
export function useQuestionFields(savedTexts?: Record<string, string>) {
  return makeFieldTextReader(useActionData<SubmissionResult<string[]>>(), savedTexts)
}

type QuestionProps = {
  title: string
  lead?: ReactNode
  back: { href: string; label: string }
  /** from `useQuestionFields`; undefined for a form with only a button */
  field?: ReturnType<typeof useQuestionFields>
  labels?: Readonly<Record<string, string>>
  /** content between heading and form */
  details?: ReactNode
  /** replaces the form if the record's state does not allow the action */
  alternative?: ReactNode
  action: string
  button: string
  variant?: 'main' | 'danger'
  /** label of the link that changes nothing */
  cancelLabel?: string
  /** sentences about the changes, and the fields */
  children: ReactNode
}

/** Shows a page with one question: the changes, up to three fields, one button, and a link back. */
export function QuestionPage(props: QuestionProps) {
  const { title, lead, back, field, labels, details, alternative } = props
  return (
    <div className="narrow">
      <PageHeading title={title} lead={lead} back={back} />
      {field?.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={labels} />
      ) : null}
      {details}
      {alternative ?? <QuestionForm {...props} />}
    </div>
  )
}

function QuestionForm({
  action,
  field,
  button,
  variant = 'main',
  cancelLabel = 'Voltar',
  back,
  children,
}: QuestionProps) {
  return (
    <PostForm action={action} noValidate={field !== undefined} className="stack" data-once="">
      {children}
      <div className="actions">
        <Button variant={variant}>{button}</Button>
        <LinkButton href={back.href}>{cancelLabel}</LinkButton>
      </div>
    </PostForm>
  )
}
