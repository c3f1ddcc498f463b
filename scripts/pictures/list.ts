import { paths } from '#app/paths.ts'
import { helpTexts } from '#app/routes/admin/help/help-texts.ts'
import { helpTopics } from '#app/text/backoffice/help-topics.ts'

/** `file` is relative to the repository; a picture without `login` shows what visitors see. */
export type Picture = {
  file: string
  path: string
  login?: 'equipe' | 'admin' | 'cliente'
  size?: 'phone'
  /** selector of a link to follow first, since record numbers vary */
  follow?: string
}

const { admin } = paths

function helpPictures(): Picture[] {
  return helpTopics.flatMap((topic) => {
    const { picture, screen, picturedIn } = helpTexts[topic]
    const path = picturedIn ?? screen
    if (!picture || !path) return []
    const file = `public/help/${topic}.webp`
    return [{ file, path, login: 'admin', ...(picturedIn ? { follow: 'main tbody th a' } : {}) }]
  })
}

function forDocs(name: string, picture: Omit<Picture, 'file'>): Picture {
  return { file: `docs/pictures/${name}.webp`, ...picture }
}

export const pictures: readonly Picture[] = [
  ...helpPictures(),
  forDocs('home', { path: paths.home() }),
  forDocs('publications-320', { path: paths.publications(), size: 'phone' }),
  forDocs('publication', { path: paths.publication(61) }),
  forDocs('units', { path: paths.manage(), login: 'cliente' }),
  forDocs('staff-today', { path: admin.today(), login: 'equipe' }),
  forDocs('staff-review', { path: admin.review(), login: 'equipe' }),
  forDocs('staff-order', { path: admin.orders(), follow: 'main tbody th a', login: 'equipe' }),
]
