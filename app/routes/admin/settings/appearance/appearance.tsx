import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { houseColours } from '#app/domain/settings/appearance.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { findAppearance, readSettingVersion } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { coloursSchema } from '#app/routes/admin/settings/appearance/appearance-schema.ts'
import { LogoForm } from '#app/routes/admin/settings/appearance/logo-form.tsx'
import {
  type LogoFault,
  readLogoForm,
  resetLook,
  saveColours,
  saveLogo,
} from '#app/routes/admin/settings/appearance/look.server.ts'
import { makeSettingReply, saveSettingOrConflict } from '#app/routes/admin/settings/setting-form.server.ts'
import { SettingForm } from '#app/routes/admin/settings/setting-form.tsx'
import { loadSettingFrame } from '#app/routes/admin/settings/setting-history.server.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { appearanceLabels } from '#app/text/settings/appearance-labels.ts'
import { settingTitles } from '#app/text/settings/setting-titles.ts'
import { TextField } from '#app/ui/forms/field.tsx'

export const handle: PageHandle = {
  title: settingTitles.appearance,
  section: 'settings',
  help: 'configuracoes',
}

const pageHref = paths.admin.setting('appearance')
const { ink, act } = appearanceLabels
const labels = { ink, act }

export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  const [appearance, frame] = await Promise.all([findAppearance(), loadSettingFrame('appearance')])
  const { logoWidth: width, logoHeight: height } = appearance ?? {}
  return {
    ...frame,
    saved: toTexts(appearance),
    logo: appearance && width && height ? { src: paths.look(appearance.stamp, 'png'), width, height } : null,
  }
}

/** Saves the logo of a multipart form, or the colours or the reset of a plain form. */
export async function action(args: ActionFunctionArgs) {
  const { userId: actorUserId } = await requireSuperuser(args)
  if (args.request.headers.get('Content-Type')?.startsWith('multipart/')) {
    const { form, files } = await readLogoForm(args)
    const saveContext = { seenVersion: parseSeenVersion(form), actorUserId }
    return replyToLogo(await saveLogo(files.get('logo'), saveContext), saveContext.seenVersion)
  }
  const form = await readForm(args.request)
  const intent = form.get('intent')
  if (intent === 'no-logo' || intent === 'reset') {
    const saveContext = { seenVersion: parseSeenVersion(form), actorUserId }
    return replyToLogo(await resetLook({ colours: intent === 'reset' }, saveContext), saveContext.seenVersion)
  }
  const submission = parseWithZod(form, { schema: coloursSchema })
  if (submission.status !== 'success') return makeSettingReply(submission)
  const { lock_version, ...colours } = submission.value
  return saveSettingOrConflict(
    saveColours(colours, { seenVersion: lock_version, actorUserId }),
    {
      name: 'appearance',
      labels,
      loadStored: async () => toTexts(await findAppearance()),
      typed: toTexts(colours),
    },
    { submission, location: pageHref },
  )
}

function toTexts(colours: { ink: string | null; act: string | null } | undefined): Record<string, string> {
  return { ink: colours?.ink ?? '', act: colours?.act ?? '' }
}

function parseSeenVersion(form: FormData): number {
  const seenVersion = Number(form.get('lock_version') ?? 0)
  if (!Number.isInteger(seenVersion)) throw new Response(null, { status: 400 })
  return seenVersion
}

async function replyToLogo(fault: LogoFault | undefined, seenVersion: number) {
  if (!fault) return redirectWithFlash(pageHref, { tone: 'good', text: specTexts.saved })
  const isEdited = fault === 'edited'
  const lock_version = isEdited ? await readSettingVersion('appearance') : seenVersion
  return data({ logoFault: fault, lock_version }, { status: isEdited ? 409 : 400 })
}

export default function AppearanceSetting() {
  const { saved, logo, lock_version, history } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const coloursReply = actionData && 'result' in actionData ? actionData : undefined
  const field = makeFieldTextReader(coloursReply?.result, saved)
  const seenVersion = actionData?.lock_version ?? lock_version
  return (
    <SettingForm
      title={settingTitles.appearance}
      lead="A aparência da loja, dos e-mails e dos documentos. O que ficar vazio continua como a loja traz."
      back={paths.admin.settings()}
      action={pageHref}
      lock_version={seenVersion}
      conflict={coloursReply?.conflict}
      before={
        <LogoForm
          action={pageHref}
          lock_version={seenVersion}
          logo={logo}
          fault={actionData && 'logoFault' in actionData ? actionData.logoFault : undefined}
          isCustomised={logo !== null || saved.ink !== '' || saved.act !== ''}
        />
      }
      field={field}
      labels={labels}
      history={history}
    >
      <h2 className="setting-part">Cores</h2>
      <TextField
        label={labels.ink}
        hint={`Cabeçalho, títulos e links. Como ${houseColours.ink}, que é a da loja.`}
        width="half"
        spellCheck={false}
        suffix={<Swatch colour={saved.ink || houseColours.ink} />}
        {...field.getField('ink')}
      />
      <TextField
        label={labels.act}
        hint={`O botão principal de cada página. Como ${houseColours.act}, que é a da loja.`}
        width="half"
        spellCheck={false}
        suffix={<Swatch colour={saved.act || houseColours.act} />}
        {...field.getField('act')}
      />
      <p className="hint">
        O texto precisa de contraste de 4,5:1 (WCAG AA): cores claras demais não são aceitas. No esquema
        escuro a loja clareia a cor sozinha.
      </p>
    </SettingForm>
  )
}

/** Shows the saved colour as a square. */
function Swatch({ colour }: { colour: string }) {
  return (
    <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <rect width="28" height="28" rx="3" fill={colour} />
    </svg>
  )
}
