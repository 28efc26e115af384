import { hasInvalidCharacters, isLongerThan } from '../values/characters.ts'

export const MOST_REVIEW_CHARACTERS = 1000

export interface Review {
  rating: number
  review: string | null
}

type ReviewProblems = Map<'rating' | 'review', string>

/** The rating is required, the text is optional. */
export function checkReview(input: {
  rating: string
  review: string
}): { value: Review } | { problems: ReviewProblems } {
  const problems: ReviewProblems = new Map()
  if (!/^[1-5]$/.test(input.rating)) problems.set('rating', 'Choose one to five stars')
  const review = input.review.trim()
  if (hasInvalidCharacters(review))
    problems.set('review', 'The review contains characters that cannot be used')
  else if (isLongerThan(review, MOST_REVIEW_CHARACTERS)) {
    problems.set('review', `The review must be at most ${MOST_REVIEW_CHARACTERS} characters`)
  }
  if (problems.size > 0) return { problems }
  return { value: { rating: Number(input.rating), review: review || null } }
}
