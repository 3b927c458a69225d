/** Which licences the operator accepts. With `allow`, everything else is refused; `deny` refuses even so. */
export interface LicencePolicy {
  allow?: string[];
  deny?: string[];
}
