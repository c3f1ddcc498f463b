import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { maxStatusFileBytes } from '#app/domain/platform/attachment.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findStatusFile, readSettingVersion } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { loadSettingFrame } from '#app/routes/admin/settings/setting-history.server.ts'
import {
  deleteStatusFile,
  readStatusForm,
  storeStatusFile,
} from '#app/routes/admin/settings/status-file-upload.server.ts'
import { formatBytes, formatDate } from '#app/text/platform/format.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { formatMegabytes } from '#app/text/platform/numbers.ts'
import { settingTitles } from '#app/text/settings/setting-titles.ts'
import { HistoryList } from '#app/ui/backoffice/history-list.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FileField } from '#app/ui/forms/field.tsx'
import { FileForm } from '#app/ui/forms/file-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = {
  title: settingTitles.statusFile,
  section: 'settings',
  help: 'configuracoes',
}

const faultTexts = {
  none: specTexts.fieldRequired,
  'too-large': `O arquivo passa de ${formatMegabytes(maxStatusFileBytes)}`,
  'no-pdf': 'Envie um PDF',
  edited: 'Outra pessoa trocou este arquivo depois que você abriu a página. Confira o atual e envie de novo.',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const [file, frame] = await Promise.all([findStatusFile(), loadSettingFrame('statusFile')])
  return { file: file && { name: file.name, bytes: file.bytes, on: file.uploadedOn }, ...frame }
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const { form, files } = await readStatusForm(args)
  const seenVersion = Number(form.get('lock_version') ?? 0)
  if (!Number.isInteger(seenVersion)) throw new Response(null, { status: 400 })
  const saveContext = { seenVersion, actorUserId: viewer.userId }
  const isRemoval = form.get('intent') === 'remove'
  const fault = isRemoval
    ? await deleteStatusFile(saveContext)
    : await storeStatusFile(files.get('file'), saveContext)
  if (!fault)
    return redirectWithFlash(paths.admin.setting('status_file'), { tone: 'good', text: specTexts.saved })
  const lock_version = fault === 'edited' ? await readSettingVersion('statusFile') : seenVersion
  return data({ error: faultTexts[fault], lock_version }, { status: fault === 'edited' ? 409 : 400 })
}

export default function StatusFileSetting() {
  const { file, lock_version, history } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const errors = reply ? [reply.error] : undefined
  return (
    <div className="narrow">
      <PageHeading
        title={settingTitles.statusFile}
        lead="O PDF que o início e a página de status oferecem. Sem ele, vale a lista gerada do catálogo."
        back={{ href: paths.admin.settings(), label: 'Configurações' }}
      />
      {errors ? <ErrorSummary errors={{ file: errors }} labels={{ file: 'Novo arquivo' }} /> : null}
      <p>
        {file ? (
          <>
            Arquivo atual: <a href={paths.statusFile(file.name)}>{file.name}</a>{' '}
            <span className="hint">
              {formatBytes(file.bytes)}, de {formatDate(file.on)}
            </span>
          </>
        ) : (
          'Nenhum arquivo enviado: vale a lista gerada.'
        )}
      </p>
      <FileForm action={paths.admin.setting('status_file')} data-once="">
        <input type="hidden" name="lock_version" value={reply?.lock_version ?? lock_version} />
        <FileField
          label="Novo arquivo"
          name="file"
          accept="application/pdf,.pdf"
          hint={`PDF de até ${formatMegabytes(maxStatusFileBytes)}; é mostrado com o nome que tem.`}
          errors={errors}
        />
        <p className="actions">
          <Button variant="main">Enviar arquivo</Button>
          {file ? (
            <Button name="intent" value="remove">
              Voltar à lista gerada
            </Button>
          ) : null}
          <LinkButton href={paths.admin.settings()}>Voltar</LinkButton>
        </p>
      </FileForm>
      <HistoryList lines={history} />
    </div>
  )
}
