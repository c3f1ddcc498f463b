import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { taxesSchema } from '#app/forms/taxes.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { saveTaxDefault } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import {
  loadDefaultPage,
  parseTaxScope,
  toTaxDefaultKey,
  toTaxTexts,
} from '#app/routes/admin/settings/fiscal/tax-defaults.server.ts'
import { makeSettingReply, saveSettingOrConflict } from '#app/routes/admin/settings/setting-form.server.ts'
import { SettingForm } from '#app/routes/admin/settings/setting-form.tsx'
import { loadSettingFrame } from '#app/routes/admin/settings/setting-history.server.ts'
import { taxLabels } from '#app/text/catalogue/tax-labels.ts'
import { settingTitles } from '#app/text/settings/setting-titles.ts'
import { TaxFields } from '#app/ui/backoffice/tax-fields.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ name }) => formatTitle(name),
  section: 'settings',
  help: 'codigos-fiscais',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  const scope = parseTaxScope(args.params.place) ?? notFound()
  const [page, frame] = await Promise.all([loadDefaultPage(scope), loadSettingFrame('taxDefaults')])
  return { place: args.params.place ?? '', ...page, ...frame }
}

/** Saves the codes of all publications of a medium, or of one kind on that medium. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireSuperuser(args)
  const scope = parseTaxScope(args.params.place) ?? notFound()
  const submission = parseWithZod(await readForm(args.request), { schema: taxesSchema })
  if (submission.status !== 'success') return makeSettingReply(submission)
  const { lock_version, ...taxes } = submission.value
  const loadStored = async () => (await loadDefaultPage(scope)).saved
  return saveSettingOrConflict(
    saveTaxDefault(toTaxDefaultKey(scope), taxes, { seenVersion: lock_version, actorUserId: viewer.userId }),
    { name: 'taxDefaults', labels: taxLabels, loadStored, typed: toTaxTexts(taxes) },
    { submission, location: paths.admin.setting('fiscal') },
  )
}

type Loaded = Awaited<ReturnType<typeof loader>>

function formatTitle(name: string): string {
  return `${settingTitles.taxDefaults}: ${name}`
}

export default function TaxDefault() {
  const { place, name, saved, inherited, lock_version, history } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const field = makeFieldTextReader(reply?.result, saved)
  return (
    <SettingForm
      title={formatTitle(name)}
      lead="O que fica no padrão segue o padrão da loja. Pedidos sem nota usam os códigos de agora."
      back={paths.admin.setting('fiscal')}
      backLabel={settingTitles.fiscal}
      action={paths.admin.taxDefault(place)}
      lock_version={reply?.lock_version ?? lock_version}
      conflict={reply?.conflict}
      labels={taxLabels}
      field={field}
      history={history}
    >
      <TaxFields getField={field.getField} defaults={inherited} />
    </SettingForm>
  )
}
