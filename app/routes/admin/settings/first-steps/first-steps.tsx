import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findFirstSteps } from '#app/http/backoffice/first-steps.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { requestTestMail } from '#app/models/backoffice/first-steps.server.ts'
import { paths } from '#app/paths.ts'
import { getStepText, stateLabels } from '#app/routes/admin/settings/first-steps/first-steps-labels.ts'
import { TestMail } from '#app/routes/admin/settings/first-steps/test-mail.tsx'
import { formatMissingSteps } from '#app/text/backoffice/first-steps-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { settingTitles } from '#app/text/settings/setting-titles.ts'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'

const REFRESH_SECONDS = 5

export const handle: PageHandle<Awaited<ReturnType<typeof loader>>> = {
  title: settingTitles.firstSteps,
  refreshAfter: ({ mail }) => (mail.state === 'queued' ? REFRESH_SECONDS : undefined),
  section: 'settings',
  help: 'primeiros-passos',
}

export async function loader(args: LoaderFunctionArgs) {
  const { email } = await requireSuperuser(args)
  const { steps, missing: missingCount, mail, isMailDelivered, issuer } = await findFirstSteps()
  return {
    email,
    missingCount,
    isMailDelivered,
    hasCompany: steps.some(({ step, state }) => step === 'company' && state === 'done'),
    mail: { ...mail, requestedText: mail.at ? formatDateTime(mail.at) : '' },
    steps: steps.map(({ step, state }) => ({ step, ...stateLabels[state], ...getStepText(step, issuer) })),
  }
}

/** Sends the test mail to the administrator who requested it. */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireSuperuser(args)
  await requestTestMail(userId)
  return redirectWithFlash(`${paths.admin.firstSteps()}#teste`, {
    tone: 'good',
    text: 'O e-mail de teste sai em instantes. O que aconteceu com ele aparece no passo dele.',
  })
}

export default function FirstSteps() {
  const { steps, missingCount, mail, email, isMailDelivered, hasCompany } = useLoaderData<typeof loader>()
  return (
    <div className="narrow">
      <PageHeading
        title={settingTitles.firstSteps}
        lead={missingCount === 0 ? 'Nada falta: a loja pode vender.' : formatMissingSteps(missingCount)}
        back={{ href: paths.admin.settings(), label: 'Configurações' }}
      />
      <ol className="plain first-steps">
        {steps.map(({ step, title, reason, link, label, tone }) => (
          <li key={step}>
            <h2>{title}</h2>
            <StatusTag tone={tone}>{label}</StatusTag>
            <p>{reason}</p>
            {step === 'mail' ? (
              <TestMail mail={mail} email={email} isMailDelivered={isMailDelivered} hasCompany={hasCompany} />
            ) : null}
            <a href={link.href}>{link.label}</a>
          </li>
        ))}
      </ol>
    </div>
  )
}
