import { paths } from '#app/paths.ts'
import { helpTexts } from '#app/routes/admin/help/help-texts.ts'
import { helpTopics } from '#app/text/backoffice/help-topics.ts'

/** A screenshot. `file` is relative to the repository; without `login`, a visitor's page. */
export type Picture = {
  file: string
  path: string
  login?: 'equipe' | 'admin' | 'cliente'
  size?: 'phone'
  /** selector of a link to follow first, since numbers of records vary */
  follow?: string
}

const { admin } = paths

function listHelpPictures(): Picture[] {
  return helpTopics.flatMap((topic) => {
    const { picture, screen, pictureListPath } = helpTexts[topic]
    const path = pictureListPath ?? screen
    if (!picture || !path) return []
    const file = `public/help/${topic}.webp`
    return [{ file, path, login: 'admin', ...(pictureListPath ? { follow: 'main tbody th a' } : {}) }]
  })
}

function makeDocsPicture(name: string, picture: Omit<Picture, 'file'>): Picture {
  return { file: `docs/pictures/${name}.webp`, ...picture }
}

export const pictures: readonly Picture[] = [
  ...listHelpPictures(),
  makeDocsPicture('home', { path: paths.home() }),
  makeDocsPicture('publications-320', { path: paths.publications(), size: 'phone' }),
  makeDocsPicture('publication', { path: paths.publication(61) }),
  makeDocsPicture('units', { path: paths.manage(), login: 'cliente' }),
  makeDocsPicture('staff-today', { path: admin.today(), login: 'equipe' }),
  makeDocsPicture('staff-review', { path: admin.review(), login: 'equipe' }),
  makeDocsPicture('staff-order', { path: admin.orders(), follow: 'main tbody th a', login: 'equipe' }),
]
