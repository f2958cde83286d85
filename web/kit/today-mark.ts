/** Properties of a calendar's day that mark the organization's today; by itself the calendar marks the reader's. */
export function todayMark(isToday: boolean) {
  return { 'data-today': isToday || undefined, 'data-highlight-today': isToday || undefined }
}
