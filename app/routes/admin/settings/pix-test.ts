import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requireProvedSuperuser } from '#app/http/accounts/proof.server.ts'
import { seeOther } from '#app/http/flash.server.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { requestPixCheck } from '#app/models/settings/pix-setting.server.ts'
import { paths } from '#app/paths.ts'

/** Redirects to the setting: this address is only for a POST. */
export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  return redirect(paths.admin.setting('pix'))
}

/** Tests the bank's API. The setting's page shows the result. */
export async function action(args: ActionFunctionArgs) {
  await requireProvedSuperuser(args)
  await requestPixCheck()
  return seeOther(paths.admin.setting('pix'))
}
