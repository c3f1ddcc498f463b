import { MarkPaths } from '#app/ui/frame/mark-paths.tsx'

/** A picture. `name` is its alternative text. */
export type LogoPicture = { src: string; width: number; height: number; name: string }

export function LogoMark() {
  return (
    <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <MarkPaths sheet="#e6f0f1" line="#d9560f" lineWidth="2.6" />
    </svg>
  )
}

export function Logo({ picture }: { picture: LogoPicture | undefined }) {
  if (picture) {
    const { src, width, height, name } = picture
    return <img className="logo-picture" src={src} width={width} height={height} alt={name} />
  }
  return (
    <span className="logo">
      <LogoMark />
      Aeropub
    </span>
  )
}
