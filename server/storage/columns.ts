/**
 * Lists every column of a row: a list with one missing or one too many does not compile. Prepared statements never say
 * `*`: PostgreSQL refuses them once a newer instance beside this one adds a column.
 */
export const columnsOf =
  <Row>() =>
  <const Names extends readonly (keyof Row)[]>(
    names: Names &
      (keyof Row extends Names[number] ? unknown : { missing: Exclude<keyof Row, Names[number]> }),
  ): Names =>
    names
