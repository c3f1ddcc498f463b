import { groupWantedPhotos, type WantedPhoto } from '#app/domain/catalogue/photo-subject.ts'
import { photoGuideLabels, photoRules } from '#app/text/catalogue/photo-guide-labels.ts'

const rivets = [
  [58, 48],
  [182, 48],
  [58, 112],
  [182, 112],
] as const

type Line = WantedPhoto & { name: string }

/** Shows the rules for the photos of these lines, with a drawn example of a data plate. */
export function PhotoGuide({ lines }: { lines: readonly Line[] }) {
  const groups = groupWantedPhotos(lines)
  if (groups.length === 0) return null
  return (
    <section aria-labelledby="como-fotografar">
      <h2 id="como-fotografar">{photoGuideLabels.title}</h2>
      {groups.map((group) => (
        <div key={group.names.join()} className="stack">
          {lines.length > 1 ? <p>{`${group.names.join(', ')}:`}</p> : null}
          {group.photoSubject === 'data-plate' ? <PlateDrawing /> : null}
          <ol>
            {photoRules(group).map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  )
}

function PlateDrawing() {
  return (
    <svg viewBox="0 0 240 160" width="240" height="160" role="img" aria-label={photoGuideLabels.plateDrawing}>
      <g fill="none" stroke="currentColor" strokeWidth="3">
        <path d="M4 34V4h36M200 4h36v30M236 126v30h-36M40 156H4v-30" />
        <rect x="44" y="34" width="152" height="92" rx="6" strokeWidth="2" />
      </g>
      <g fill="currentColor" fontFamily="monospace" textAnchor="middle">
        {rivets.map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="3" />
        ))}
        <text x="120" y="54" fontSize="11">
          FABRICANTE
        </text>
        <text x="120" y="84" fontSize="17" fontWeight="bold">
          EMB-000
        </text>
        <text x="120" y="110" fontSize="13">
          S/N 00000000
        </text>
      </g>
    </svg>
  )
}
