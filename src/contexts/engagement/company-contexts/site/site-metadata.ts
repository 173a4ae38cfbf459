/** What was found on a website. Lists are empty and texts null if nothing was found. */
export interface SiteMetadata {
  title: string | null;
  /** The website's own text, at most 5,000 characters. */
  description: string | null;
  headings: string[];
  companyName: string | null;
  industry: string | null;
  services: string[];
  businessHours: string | null;
  contactInfo: ContactDetails;
  faqs: FoundFaq[];
  /** As the page declares it: `en`, `es-ES`. */
  language: string | null;
}

export interface ContactDetails {
  emails?: string[];
  phones?: string[];
  address?: string;
  /** URLs of profiles by the name of the network. */
  social?: Record<string, string>;
}

export interface FoundFaq {
  question: string;
  answer: string;
}

/** What was found on one page, and the links to other pages of the website that may contain more, best first. */
export interface PageMetadata extends SiteMetadata {
  links: string[];
}

/** The limits of a company context, applied to what is found. */
export const most = {
  title: 300,
  headings: 40,
  heading: 200,
  description: 5_000,
  companyName: 200,
  industry: 200,
  services: 100,
  service: 500,
  businessHours: 1_000,
  faqs: 100,
  question: 1_000,
  answer: 5_000,
  contacts: 10,
  address: 500,
} as const;
