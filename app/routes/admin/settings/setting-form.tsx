import { useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { Conflict } from '#app/domain/platform/conflict.ts'
import type { Setting } from '#app/domain/settings/setting.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import type { loadSetting, SettingReply } from '#app/routes/admin/settings/setting-form.server.ts'
import { listFormLabels, type SettingLabels } from '#app/text/settings/field-labels.ts'
import { settingTitles } from '#app/text/settings/setting-titles.ts'
import { type HistoryLine, HistoryList } from '#app/ui/backoffice/history-list.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ConflictNotice } from '#app/ui/forms/conflict-notice.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SaveBar } from '#app/ui/forms/save-bar.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

type SettingFormProps = {
  title: string
  lead?: ReactNode
  /** true shows the fields in two columns where there is room */
  isWide?: boolean
  back: string
  backLabel?: string
  action: string
  lock_version: number
  field: { hasErrors: boolean; errors: Record<string, string[]>; formErrors: string[]; seenDigest: string }
  labels: Readonly<Record<string, string>>
  conflict: Conflict | null | undefined
  history: readonly HistoryLine[]
  /** content above the form, such as a warning */
  before?: ReactNode
  /** content between the form and its history */
  after?: ReactNode
  children: ReactNode
}

/** Returns props of a setting's form and fields from the data of loader and action. */
export function useSettingForm<Values>(setting: Setting<Values>, labels: SettingLabels<Values>) {
  const { saved, isSuperuser, lock_version, history } = useLoaderData<typeof loadSetting>()
  const reply = useActionData<SettingReply>()
  const field = makeFieldTextReader(reply?.result, saved)
  return {
    form: {
      title: settingTitles[setting.name],
      field,
      labels: listFormLabels(setting, labels),
      lock_version: reply?.lock_version ?? lock_version,
      conflict: reply?.conflict,
      history,
    },
    fields: { setting, labels, field, isSuperuser },
  }
}

/** Shows a page of settings: errors, fields, the save button, and the history. */
export function SettingForm(props: SettingFormProps) {
  const { title, lead, isWide, back, action, lock_version, field, labels, conflict, history } = props
  return (
    <div className={isWide ? undefined : 'narrow'}>
      <PageHeading
        title={title}
        lead={lead}
        back={{ href: back, label: props.backLabel ?? 'Configurações' }}
      />
      {field.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={labels} />
      ) : null}
      {conflict ? <ConflictNotice conflict={conflict} /> : null}
      {props.before}
      <PostForm
        seenDigest={field.seenDigest}
        action={action}
        className={isWide ? 'form-columns' : undefined}
        noValidate
        data-once=""
      >
        <input type="hidden" name="lock_version" value={lock_version} />
        {props.children}
        <SaveBar>
          <Button variant="main">Salvar</Button>
          <LinkButton href={back}>Voltar</LinkButton>
        </SaveBar>
      </PostForm>
      {props.after}
      <HistoryList lines={history} />
    </div>
  )
}
