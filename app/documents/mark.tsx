/** The mark of the shop as documents carry it, in print colours. */
export function Mark() {
  return (
    <svg viewBox="5 1 23 30" aria-hidden="true">
      <path fill="#0a4d5f" d="M8 2h12l7 7v19a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z" />
      <path fill="#2c8297" d="M6 21.5 27 15.5V28a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2z" />
      <path fill="#9fc4cd" d="M20 2v5a2 2 0 0 0 2 2h5z" />
      <path
        fill="none"
        stroke="#fff"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M9.5 17h3.5l3.5 3.5L20 17h3.5"
      />
    </svg>
  )
}
